import type { SearchHit } from '@almas/contract/search';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deferred } from '../../../../tests/support/deferred.ts';
import { expectNoSideScroll } from '../../../tests/accessible.ts';
import { boxOf } from '../../../tests/boxes.ts';
import { deskOf } from '../../../tests/desk.ts';
import { everyPage } from '../../../tests/every-page.ts';
import { press } from '../../../tests/expectations.ts';
import { administrator, emptyList, product, rechargeRequest, reseller } from '../../../tests/samples.ts';
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

const opener = page.getByRole('button', { name: 'Rechercher partout' });
const dialog = page.getByRole('dialog', { name: 'Rechercher partout' });
const option = (text: string) => dialog.getByRole('option').filter({ hasText: text });

test('the search leads to a request by its number, to a product, to a page, and closes with Escape [WRK-80][WRK-83]', async () => {
  const request = rechargeRequest({ id: '700' });
  const box = product({ id: 'p1', name: 'Coffret' });
  const found: Readonly<Record<string, SearchHit>> = {
    '#700': { ...hitOf(karim), kind: 'rechargeRequest', id: request.id, detail: '#700', status: 'pending' },
    Coffret: { ...hitOf(karim), kind: 'product', id: box.id, title: box.name, detail: '' },
  };
  const screen = await openScreen('/admin', administrator(), {
    ...everyPage({ accounts: [karim], products: [box], requests: [request] }),
    'search.everywhere': ({ body }) => ({ items: [found[body.text] ?? []].flat() }),
    'prices.levels': emptyList,
    'prices.changes': emptyList,
  });
  const open = async (text: string) => {
    await opener.click();
    await dialog.getByRole('combobox').fill(text);
  };
  for (const [text, address, name] of [
    ['#700', '/admin/recharge?request=700', /demande/i],
    ['Coffret', '/admin/products?product=p1', 'Coffret'],
  ] as const) {
    await open(text);
    await option(text).first().click();
    await expect.poll(screen.address).toBe(address);
    await expect.element(page.getByRole('dialog', { name })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).toHaveLength(0);
  }
  await open('offres');
  await option('Offres et prix').click();
  await expect.poll(screen.address).toBe('/admin/products?view=offers');
  await open('introuvable-partout');
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Rien trouvé');
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toHaveLength(0);
});

test('on a phone the search is a field in the bar, and its list fits [WRK-80]', async () => {
  await page.viewport(390, 844);
  await openScreen('/admin', administrator(), {
    ...everyPage({ accounts: [karim] }),
    'search.everywhere': { items: [hitOf(karim)] },
  });
  await expect.element(opener).toHaveTextContent('Rechercher');
  expect((await boxOf(opener)).width).toBeGreaterThan(120);
  await opener.click();
  await dialog.getByRole('combobox').fill(karim.phone);
  await expect.element(option(karim.phone)).toBeVisible();
  await expectNoSideScroll();
});
