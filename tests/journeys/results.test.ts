import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { middleOf, takesPresses } from './support/boxes.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { hasStarted } from './support/page-data.ts';
import { createProductWithCodes, type ProductWithCodes } from './support/products.ts';
import { expectAccessible } from './support/screen-checks.ts';

/*
 * The result of a sale under a clumsy finger. Turned red by: a button of the result where the button that bought was; a code that counts
 * as seen after a moment on the screen.
 */
let admin: Caller;
let product: ProductWithCodes;
test.beforeEach(async ({ almas, page }) => {
  admin ??= await administrator(almas);
  product ??= await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 100, stock: 40 }] });
  await enterAs(page, almas, await reseller(almas, admin, { balance: 2_000 }));
  await page.setViewportSize({ width: 390, height: 844 });
});

const code = (page: Page) => page.getByRole('dialog', { name: 'Votre code' });
const close = (page: Page) =>
  code(page)
    .getByRole('heading', { level: 2 })
    .locator('..')
    .getByRole('button', { name: 'Fermer', exact: true })
    .click();
const game = () => `/catalog?game=${encodeURIComponent(product.game)}`;

/** Milliseconds from the first tap to the second: from a fast double tap to two separate ones. */
const pauses = [30, 120, 250, 500, 900];

async function tapTwice(page: Page, point: { readonly x: number; readonly y: number }, pause: number) {
  await page.mouse.click(point.x, point.y);
  // The time between two taps is what is tried.
  await page.evaluate((milliseconds) => new Promise((done) => setTimeout(done, milliseconds)), pause);
  await page.mouse.click(point.x, point.y);
}

test('a second tap 30 to 900 ms after a purchase leaves the code on the screen, from a quick sale and from a chosen quantity', async ({
  page,
}) => {
  await page.goto(game());
  await page.getByRole('button', { name: 'Acheter 1 code' }).click();
  await close(page);
  for (const [index, pause] of pauses.entries()) {
    if (index % 2 === 0) {
      await page.goto('/dashboard');
      await hasStarted(page);
      await page.getByTestId('quick-sales').getByRole('button').first().click();
    } else {
      await page.goto(game());
      await page.getByRole('button', { name: /^Qté/ }).first().click();
    }
    const buy = page.getByRole('dialog').getByRole('button', { name: /^Acheter/ });
    await takesPresses(buy);
    const address = page.url();
    await tapTwice(page, await middleOf(buy), pause);
    await expect(code(page).getByTestId('code'), `${pause} ms`).toBeVisible();
    expect(page.url()).toBe(address);
    await page.reload();
    await expect(code(page).getByTestId('code'), `${pause} ms, after a reload`).toBeVisible();
    await close(page);
    await expect(code(page)).toHaveCount(0);
  }
});

test('a press beside a code that was just bought does not close it', async ({ page }) => {
  await page.goto(game());
  await page.getByRole('button', { name: 'Acheter 1 code' }).click();
  await expect(code(page).getByTestId('code')).toBeVisible();
  await expect(code(page)).not.toHaveAttribute('data-fresh');
  await page.mouse.click(195, 6);
  await expect(code(page).getByTestId('code')).toBeVisible();
});

test('a code that was neither copied nor closed comes back after a reload with the time of its purchase, and no message of success', async ({
  page,
}) => {
  await page.goto(game());
  await page.getByRole('button', { name: 'Acheter 1 code' }).click();
  await expect(code(page).getByTestId('code')).toBeVisible();
  await expect(code(page)).not.toContainText('Acheté :');
  await page.goto('/card-history');
  await expect(code(page).getByTestId('code')).toBeVisible();
  await expect(code(page)).toContainText('Acheté :');
  await expect(page.getByText('Achat effectué avec succès !')).toHaveCount(0);
  await close(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Voir les codes' })).toBeVisible();
  await expect(code(page)).toHaveCount(0);
});

test('a code that was copied counts as seen', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(game());
  await page.getByRole('button', { name: 'Acheter 1 code' }).click();
  await code(page).getByRole('button', { name: 'Copier' }).click();
  await expect(page.getByText('Code copié dans le presse-papiers')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Acheter 1 code' })).toBeEnabled();
  await expect(code(page)).toHaveCount(0);
});

test('the result of a sale says how the code is used, with nothing to press that leaves it [CNT-104]', async ({
  page,
}) => {
  const { name } = await admin.call('GET', `/products/${product.id}`);
  const redeem = { redeemText: 'Ouvrez la boutique du jeu.', redeemLink: 'https://www.exemple.dz/code' };
  await admin.call('PUT', `/products/${product.id}`, { name, game: product.game, ...redeem });
  await page.goto(game());
  await page.getByRole('button', { name: 'Acheter 1 code' }).click();
  await expect(code(page)).toContainText('Ouvrez la boutique du jeu. exemple.dz/code');
  await expect(code(page).getByRole('link')).toHaveCount(0);
  await expectAccessible(page);
});
