import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { middleOf, takesPresses } from './support/boxes.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { createProductWithCodes } from './support/products.ts';

/*
 * The result of a sale under a clumsy finger. Turned red by: a button of the result where the button that bought was; a code that counts
 * as seen after a moment on the screen.
 */
const code = (page: Page) => page.getByRole('dialog', { name: 'Votre code' });

test('a code stays after a second tap and comes back after a reload with the time of its purchase, until it was closed or copied', async ({
  page,
  almas,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const admin = await administrator(almas);
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 100, stock: 9 }] });
  await enterAs(page, almas, await reseller(almas, admin, { balance: 2_000 }));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/catalog?game=${encodeURIComponent(product.game)}`);
  await page.getByRole('button', { name: /^Qté/ }).first().click();
  const buy = page.getByRole('dialog').getByRole('button', { name: /^Acheter/ });
  await takesPresses(buy);
  const { x, y } = await middleOf(buy);
  await page.mouse.click(x, y);
  await page.mouse.click(x, y);
  await expect(code(page).getByTestId('code')).toBeVisible();
  await expect(code(page)).not.toContainText('Acheté :');
  await page.reload();
  await expect(code(page)).toContainText('Acheté :');
  await page.goto('/card-history');
  await expect(code(page).getByTestId('code')).toBeVisible();
  await expect(code(page)).toContainText('Acheté :');
  await expect(page.getByText('Achat effectué avec succès !')).toHaveCount(0);
  await code(page).getByRole('button', { name: 'Fermer', exact: true }).first().click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Voir les codes' })).toBeVisible();
  await expect(code(page)).toHaveCount(0);

  await page.goto(`/catalog?game=${encodeURIComponent(product.game)}`);
  const one = page.getByRole('button', { name: 'Acheter 1 code' });
  await one.click();
  await code(page).getByRole('button', { name: 'Copier' }).click();
  await expect(page.getByText('Code copié dans le presse-papiers')).toBeVisible();
  await page.reload();
  await expect(one).toBeEnabled();
  await expect(code(page)).toHaveCount(0);
});
