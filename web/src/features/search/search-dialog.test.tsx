import type { SearchHit } from '@almas/contract/search';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deferred } from '../../../../tests/support/deferred.ts';
import { deskOf } from '../../../tests/desk.ts';
import { press } from '../../../tests/expectations.ts';
import { administrator, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const karim = reseller({ id: 'karim', firstName: 'Karim', lastName: 'Saadi', phone: '0555112233' });
const nadia = reseller({ id: 'nadia', firstName: 'Nadia', lastName: 'Belaid', phone: '0555445566' });
const hitOf = ({ id, displayName, phone }: typeof karim): SearchHit => ({
  kind: 'account',
  id,
  title: displayName,
  detail: phone,
  status: 'active',
  amount: 0,
  at: null,
  offerId: null,
  buyerId: null,
});

// Turned red by: the hits of the text before, which are options until the answer to the new one.
test('Enter opens no hit of the text that stood in the field before, and the hit of the new text once it is there [WRK-80]', async () => {
  const held = deferred();
  const screen = await openScreen('/admin', administrator(), {
    ...deskOf({ accounts: [karim, nadia] }).answers,
    'search.everywhere': async ({ body }) => {
      if (body.text === karim.phone) return { items: [hitOf(karim)] };
      await held.promise;
      return { items: [hitOf(nadia)] };
    },
  });
  await page.getByRole('button', { name: 'Rechercher partout' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rechercher partout' });
  const field = dialog.getByRole('combobox');
  await field.fill(karim.phone);
  await expect.element(dialog.getByRole('option')).toHaveTextContent('0555112233');
  await field.fill(nadia.phone);
  await press(field, '{Enter}');
  await expect.poll(() => screen.sent('search.everywhere')).toHaveLength(2);
  await press(field, '{Enter}');
  expect(screen.address()).toBe('/admin');
  held.resolve();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('1 résultat');
  await press(field, '{Enter}');
  await expect.poll(() => screen.address()).toContain('account=nadia');
});
