import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { announcements as words } from '@almas/locale/screens/announcements';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { lost, refusal } from '../../../tests/api.ts';
import { deskOf } from '../../../tests/desk.ts';
import { expectToast } from '../../../tests/expectations.ts';
import { administrator, configuration, emptyList } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

// Turned red by: the three newest alone, of which one marks those read that were never shown.
test('the bell lists every unread announcement, and of those that were read the newest [PRC-51]', async () => {
  const items = ['7', '6', '5', '4', '3', '2'].map((id) => ({
    id,
    kind: 'prices' as const,
    title: `Annonce ${id}`,
    message: 'Texte',
    createdAt: '2026-03-02T10:00:00.000Z',
    read: Number(id) < 3,
  }));
  await openScreen('/admin', administrator(), {
    ...deskOf({}).answers,
    'configuration.get': { ...configuration, extensions: ['announcements'] },
    'announcements.list': { items, nextCursor: null, unread: 5 },
  });
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect.element(page.getByTestId('announcement')).toHaveLength(5);
});

// Turned red by: a call without a key, or with a new one for each press.
test('an announcement whose response was lost is sent again under the same key, until the server says that it published another text [PRC-50]', async () => {
  const { sent, answer } = await openScreen('/admin', administrator(), {
    ...deskOf({}).answers,
    'configuration.get': { ...configuration, extensions: ['announcements'] },
    'announcements.list': { ...emptyList, unread: 0 },
    'announcements.create': lost,
  });
  await page.getByRole('button', { name: words.publish }).click();
  const dialog = page.getByRole('dialog', { name: words.publish });
  await dialog.getByLabelText(words.titleLabel).fill('PUBG 660 UC');
  await dialog.getByLabelText(words.message).fill('De retour');
  const submit = () => dialog.getByRole('button', { name: words.submit, exact: true }).click();
  await submit();
  await expectToast(adminWallet.lost);
  answer({ 'announcements.create': refusal(409, 'KEY_REUSED', 'Déjà effectuée') });
  await submit();
  await expectToast('Déjà effectuée');
  await submit();
  await expect.poll(() => sent('announcements.create')).toHaveLength(3);
  const [first, second, third] = sent('announcements.create').map(({ key }) => key);
  expect(first).toEqual(expect.any(String));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
