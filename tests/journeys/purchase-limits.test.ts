import { purchaseLimit as words } from '@almas/locale/screens/purchase-limit';
import { expect, test } from '../support/browser.ts';
import { pressAnew } from './support/boxes.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { expectAccessible } from './support/screen-checks.ts';
import { section } from './support/sections.ts';

const tooMany = "Trop d'achats. Veuillez patienter avant de faire un nouvel achat.";

/** The limit of the specification: the servers of the other journeys allow more. */
test.use({ environment: { RATE_LIMIT_PURCHASE: '20' } });

test('a reseller reads their purchase limit when it is reached, and buys again once it is raised [CNT-52]', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const buyer = await reseller(almas, admin, { balance: 5_000 });
  const product = await admin.call('POST', '/products', {
    name: 'Diamants',
    game: 'Comptoir',
    offers: [{ name: '100 + 10', value: '110 Diamants', price: 100 }],
  });
  const codes = ['COMPTOIR-0001', 'COMPTOIR-0002', 'COMPTOIR-0003'];
  await admin.call('POST', `/products/${product.id}/offers/${product.offers[0].id}/codes`, { codes });
  await admin.call('PUT', `/users/${buyer.id}/purchase-limit`, { perHour: 1 });
  const order = { productId: product.id, offerId: product.offers[0].id, quantity: 1 };
  await buyer.call('POST', '/purchases', order);

  await enterAs(page, almas, buyer);
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/api/purchases'))
      statuses.push(response.status());
  });
  const refused = page.getByRole('alert').filter({ hasText: tooMany });
  const limitReached = (perHour: number) => page.getByText(words.met(perHour));
  await page.goto('/catalog?game=Comptoir');
  const buy = page.getByRole('button', { name: /Acheter 1 code/ });
  await buy.click();
  await expect(refused).toBeVisible();
  await expect(limitReached(1)).toContainText('prochain achat possible');

  await admin.call('PUT', `/users/${buyer.id}/purchase-limit`, { perHour: 60 });
  await page.reload();
  // The browser refuses once more by the last response, and then reads the new limit.
  await buy.click();
  await expect(limitReached(60)).toContainText(words.free);
  expect(statuses).toEqual([429]);
  await pressAnew(buy);
  await expect(page.getByRole('dialog', { name: 'Votre code' })).toBeVisible();
  await expect.poll(() => statuses).toEqual([429, 200]);

  await page.goto('/profile');
  await expect(section(page, 'Compte')).toContainText(`${words.label}${words.value(60, true, 3)}`);
  await expectAccessible(page);
});
