import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../support/browser.ts';
import { takesPresses } from './support/boxes.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { hasStarted } from './support/page-data.ts';
import { createProductWithCodes, type ProductWithCodes, purchase } from './support/products.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { spaced } from './support/words.ts';

let admin: Caller;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Acheter des codes' });
const number = (page: Page) => dialog(page).getByLabel('Nombre de codes');
/** The button that buys; it is enabled once it has not moved for 800 ms. */
const buyButton = (page: Page) => dialog(page).getByRole('button', { name: /^Acheter( \d|$)/ });

async function openQuantity(
  page: Page,
  almas: Parameters<typeof enterAs>[1],
  { balance = 10_000, stock = 12, price = 150 } = {},
): Promise<{ buyer: Caller; product: ProductWithCodes }> {
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price, stock }] });
  const buyer = await reseller(almas, admin, { balance });
  await enterAs(page, almas, buyer);
  await page.goto(`/catalog?game=${encodeURIComponent(product.game)}`);
  await hasStarted(page);
  await page.getByRole('button', { name: 'Qté, plusieurs codes : Pack' }).click();
  await expect(dialog(page)).toBeVisible();
  return { buyer, product };
}

test('a price that changed while the quantity was chosen sells nothing; the dialog shows the new total [CNT-02]', async ({
  page,
  almas,
}) => {
  // No live event tells this screen of the new price.
  await page.route(/\/api\/events/, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'retry: 3600000\n\n' }),
  );
  const { buyer, product } = await openQuantity(page, almas, { price: 100, stock: 5 });
  await number(page).fill('2');
  const shown = await admin.call('GET', `/products/${product.id}`);
  await admin.call('PUT', `/products/${product.id}`, {
    ...shown,
    offers: [{ ...shown.offers[0], price: 120 }],
  });
  await takesPresses(buyButton(page));
  await buyButton(page).click();
  await expect(dialog(page).getByRole('status')).toHaveText('Le prix a changé : vérifiez le total.');
  await expect(buyButton(page)).toHaveText(spaced('Acheter 2 codes : 240 DA'));
  expect((await buyer.call('GET', '/purchases')).items).toHaveLength(0);
});

test('a reseller sells the most bought offer from the dashboard with a tap and a confirmation, and opens its ticket [CNT-05][CNT-15]', async ({
  page,
  almas,
}) => {
  const product = await createProductWithCodes(admin, {
    name: 'Diamants rapides',
    offers: [
      { name: 'Souvent', price: 150, stock: 5 },
      { name: 'Épuisée', price: 100, stock: 1 },
    ],
  });
  const buyer = await reseller(almas, admin, { balance: 2_000 });
  await purchase(buyer, product, { quantity: 2 });
  await purchase(buyer, product, { offer: 1 });
  await enterAs(page, almas, buyer);
  await page.goto('/dashboard');
  const tiles = page.getByTestId('quick-sales').getByRole('button');
  await expect(page.getByRole('heading', { level: 2, name: 'Ventes rapides' })).toBeVisible();
  await expect(tiles).toHaveCount(2);
  await expect(tiles.first()).toContainText('Souvent');
  await expect(tiles.first()).toContainText(spaced('150 DA'));
  await expect(tiles.first()).toContainText('Stock : 3');
  await expect(tiles.last()).toContainText('Rupture de stock');
  await expect(tiles.last()).toBeDisabled();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await tiles.first().click();
  await takesPresses(buyButton(page));
  await buyButton(page).click();
  const bought = page.getByRole('dialog', { name: 'Votre code' });
  await expect(bought.getByTestId('code')).toHaveAttribute('data-code', product.offers[0]?.codes[2] ?? '');
  await bought.getByRole('button', { name: 'Plein écran' }).click();
  const sheet = page.getByRole('dialog', { name: 'Codes à montrer au client' });
  await sheet.getByRole('button', { name: 'Imprimer' }).click();
  await expect(page.getByTestId('ticket')).toContainText('ORIGINAL');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('ticket')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await bought.getByRole('button', { name: 'Fermer' }).first().click();
  await expect(bought).toHaveCount(0);
  await expect(tiles.first()).toContainText('Stock : 2');
});

test('the manifest has an id and screenshots of the sizes that it states [CNT-26]', async ({ page }) => {
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  expect(manifest.id).toBe('/');
  const shapes = manifest.screenshots.map((shot: { form_factor: string }) => shot.form_factor);
  expect(shapes.sort()).toEqual(['narrow', 'wide']);
  for (const { src, sizes, type } of manifest.screenshots) {
    const picture = await page.request.get(src);
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, type]);
    const { width, height } = await sharp(await picture.body()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});
