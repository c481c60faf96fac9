import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createNamedReseller, pressRowAction } from './support/accounts.ts';
import { takesPresses } from './support/boxes.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { createProductWithCodes, purchase } from './support/products.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test('details that were closed by their cross, however often, leave no step behind, and a double press on it leaves no page', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const nadia = await createNamedReseller(almas, admin);
  await enterAs(page, almas, admin);
  await page.goto('/admin');
  await page.getByRole('navigation').locator('a[href="/admin/users"]').click();
  const row = page.getByRole('row').filter({ hasText: nadia.name });
  await expect(row).toBeVisible();
  const length = () => page.evaluate(() => history.length);
  const before = await length();
  for (let i = 0; i < 3; i += 1) {
    await pressRowAction(row, 'Détails');
    await takesPresses(dialog(page));
    await dialog(page)
      .getByRole('button', { name: 'Fermer', exact: true })
      .evaluate((cross: HTMLElement) => {
        cross.click();
        cross.click();
      });
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/admin\/users$/);
  }
  expect(await length()).toBe(before + 1);
  await page.goBack();
  await expect(page).toHaveURL(/\/admin$/);
});

test('over a reload the codes of a purchase stay open, and Back closes them; a dialog without an address is gone, and Back leaves its page', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const amine = await reseller(almas, admin, { balance: 5_000 });
  const product = await createProductWithCodes(admin);
  await purchase(amine, product);
  await enterAs(page, almas, amine);
  await page.goto('/card-history');
  await page.getByRole('button', { name: 'Voir les codes' }).first().click();
  await expect(page).toHaveURL(/\?purchase=\d+$/);
  await page.reload();
  await expect(dialog(page)).toContainText(product.name);
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/card-history$/);
  await page.getByRole('link', { name: 'Almas' }).first().click();
  const contact = page.getByRole('button', { name: /Contacter l’admin/ });
  await contact.click();
  await expect(dialog(page)).toBeVisible();
  await page.reload();
  await expect(contact).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/card-history$/);
});
