import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, enterAs } from './support/callers.ts';
import { createProductWithCodes, readProduct, uniqueName } from './support/products.ts';

const price = (page: Page, offer: string) => page.getByRole('textbox', { name: new RegExp(`${offer}$`) });
const view = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Affichage' }).getByText(name, { exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Prix modifiés' });
const threePrices = [100, 200, 300].map((amount) => ({ name: `Pack ${amount}`, price: amount, stock: 1 }));

test('twenty prices in seven products are changed on one screen with at most 24 presses, and each is stored [WRK-40]', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  await enterAs(page, almas, admin);
  const game = uniqueName('Jeu');
  const products = [];
  for (let index = 0; index < 7; index += 1)
    products.push(
      await createProductWithCodes(admin, {
        game,
        name: `Produit ${index}`,
        offers: threePrices.map((offer) => ({ ...offer, name: `${offer.name} n° ${index}` })),
      }),
    );
  let presses = 0;
  const press = async (control: ReturnType<Page['getByRole']>) => {
    presses += 1;
    await control.click();
  };
  await page.goto(`/admin/products?${new URLSearchParams({ game })}`);
  await press(view(page, 'Offres'));
  const changed = products.flatMap(({ offers }) => offers).slice(0, 20);
  for (const [index, offer] of changed.entries()) {
    await press(price(page, offer.name));
    // In place of the number: a field that gets the focus selects it.
    await page.keyboard.type(String(101 + (index % 3) * 100));
  }
  await expect(bar(page)).toContainText('20 prix modifiés');
  await press(bar(page).getByRole('button', { name: 'Enregistrer 20 prix' }));
  await expect(page.getByText('20 prix mis à jour')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  expect(presses).toBeLessThanOrEqual(24);
  const stored = await Promise.all(products.map(({ id }) => readProduct(admin, id)));
  const prices = stored.flatMap(({ offers }) => offers.map((offer) => offer.price));
  expect(prices).toEqual([...Array.from({ length: 20 }, (_, index) => 101 + (index % 3) * 100), 300]);
});
