import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { type ApiProduct, createProduct, readProduct } from './support/products.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';

/* The picture of a product is uploaded to the product's own server and served by it, not by another site. */
let admin: Caller;
let product: ApiProduct;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  product = await createProduct(admin, { offers: [{ name: 'Petit', value: '110 Diamants', price: 150 }] });
  await enterAs(page, almas, admin);
  await page.goto(`/admin/products/${product.id}/edit`);
  await expect(page.getByLabel('Nom du produit')).toHaveValue(product.name);
});

const photograph = async () => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp(randomBytes(90 * 160 * 3), { raw: { width: 160, height: 90, channels: 3 } })
    .resize(1_600, 900)
    .jpeg()
    .toBuffer(),
});
const chooser = (page: Page) => page.locator('input[type=file][accept^="image/"]');
const preview = (page: Page) => page.getByRole('img', { name: 'Aperçu de l’image du produit' });
const ready = 'L’image est prête. Elle sera visible après l’enregistrement.';
const isLoaded = (page: Page) =>
  preview(page).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);

test('an administrator uploads a picture, sees it, and resellers see it in the catalogue; nothing typed is lost', async ({
  page,
  almas,
  browser,
}) => {
  await page.getByLabel('Description').fill('Tapé avant');
  await chooser(page).setInputFiles(await photograph());
  await expect(page.getByText(ready)).toBeVisible();
  await expect.poll(() => isLoaded(page)).toBe(true);
  await expect(page.getByLabel('URL de l’image')).toHaveCount(0);
  // It is replaced with the keyboard.
  const first = await preview(page).getAttribute('src');
  const [dialog] = await Promise.all([
    page.waitForEvent('filechooser'),
    chooser(page)
      .focus()
      .then(() => page.keyboard.press('Enter')),
  ]);
  await dialog.setFiles(await photograph());
  await expect(preview(page)).not.toHaveAttribute('src', first ?? '');
  await expect.poll(() => isLoaded(page)).toBe(true);
  await expect(page.getByLabel('Description')).toHaveValue('Tapé avant');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  // Nothing is changed before the save.
  expect(await readProduct(admin, product.id)).toMatchObject({ imageUrl: '' });
  await page.getByRole('button', { name: 'Sauvegarder le produit' }).click();
  await expect(page.getByText('Produit mis à jour avec succès').first()).toBeVisible();
  const { imageUrl } = (await readProduct(admin, product.id)) as ApiProduct & { imageUrl: string };
  expect(imageUrl).toMatch(/^\/pictures\/[0-9a-f]{64}\.webp$/);

  const context = await browser.newContext({ baseURL: almas.baseURL });
  const shop = await context.newPage();
  await enterAs(shop, almas, await reseller(almas, admin));
  await shop.goto(`/catalog?game=${encodeURIComponent(product.game)}`);
  const tile = shop.locator(`img[src="${imageUrl}"]`);
  await expect.poll(() => tile.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  await context.close();
});
