import { type Feature, featureNames } from '@almas/contract/features';
import { features as words } from '@almas/locale/screens/features';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSideScroll } from '../../../tests/accessible.ts';
import { deskOf } from '../../../tests/desk.ts';
import '../../../tests/expectations.ts';
import { administrator } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const dialog = page.getByRole('dialog', { name: 'Fonctions' });
const row = (name: keyof typeof words.names) =>
  dialog.getByRole('listitem').filter({ hasText: words.names[name].text });

test('« Fonctions » lists every switch with its sentence and who changed it when, and says of one that the configuration imposes that it is imposed and keeps it on [SWI-01][SWI-05]', async () => {
  const states: Partial<Record<Feature['name'], Partial<Feature>>> = {
    credit: { enabled: true, changedBy: 'Nadia Amrani', changedAt: '2026-03-02T10:00:00.000Z' },
    'offer-status': {
      enabled: true,
      forced: true,
      changedBy: 'Karim Saadi',
      changedAt: '2026-03-01T10:00:00.000Z',
    },
  };
  const screen = await openScreen('/admin', administrator(), {
    ...deskOf({}).answers,
    'features.list': {
      enabled: ['credit', 'offer-status'],
      features: featureNames.map((name) => ({
        name,
        enabled: false,
        forced: false,
        changedBy: null,
        changedAt: null,
        ...states[name],
      })),
    },
  });
  await page.getByRole('button', { name: 'Fonctions' }).click();
  await expect.element(dialog.getByRole('switch')).toHaveLength(featureNames.length);
  for (const name of featureNames) await expect.element(row(name)).toHaveTextContent(words.names[name].label);
  await expect.element(row('credit')).toHaveTextContent('changée par Nadia Amrani');
  await expect.element(row('credit').css('time')).toHaveAttribute('datetime', '2026-03-02T10:00:00.000Z');
  await expect.element(row('claims')).not.toHaveTextContent('changée par');
  await expect.element(row('offer-status')).toHaveTextContent('imposée par la configuration');
  await expect.element(row('offer-status')).not.toHaveTextContent('changée par');
  await expect.element(dialog.getByText('imposée par la configuration')).toHaveLength(1);
  const imposed = row('offer-status').getByRole('switch');
  await expect.element(imposed).toBeChecked();
  await expect.element(imposed).toBeDisabled();
  await expectAccessible();
  await expectNoSideScroll();
  expect(screen.sent('features.change')).toEqual([]);
});
