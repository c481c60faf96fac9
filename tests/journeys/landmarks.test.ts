import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { createProductWithCodes, purchase } from './support/products.ts';
import { expectWellStructured, readToTheEnd } from './support/screen-checks.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

const signedOut = ['/login', '/register', '/nulle-part'];
const resellerPaths = [
  '/dashboard',
  '/catalog',
  '/card-history',
  '/operations',
  '/freefire',
  '/profile',
  '/settings',
  '/recharge',
];
const adminPaths = [
  '/admin',
  '/admin/users',
  '/admin/products',
  '/admin/products/new',
  '/admin/transactions',
  '/admin/recharge',
  '/admin/recharges',
  '/admin/freefire',
];

async function walk(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.setViewportSize(desk);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await readToTheEnd(page);
    for (const size of [desk, phone]) {
      await page.setViewportSize(size);
      await expectWellStructured(page, path);
    }
  }
}

test('landmarks, headings and scrolling parts of the screens before the sign-in follow the best practices', async ({
  page,
}) => {
  await walk(page, signedOut);
});

test('landmarks, headings and scrolling parts of a reseller’s screens and dialogs follow the best practices', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const buyer = await reseller(almas, admin, { balance: 2_000 });
  const product = await createProductWithCodes(admin);
  await purchase(buyer, product);
  await enterAs(page, almas, buyer);
  await walk(page, [...resellerPaths, `/catalog?game=${encodeURIComponent(product.game)}`]);
  await page.getByRole('button', { name: /^Acheter/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectWellStructured(page, 'the code bought');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectWellStructured(page, 'the drawer');
});

test('landmarks, headings and scrolling parts of an administrator’s screens and dialogs follow the best practices', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const product = await createProductWithCodes(admin);
  await enterAs(page, almas, admin);
  await walk(page, [
    ...adminPaths,
    `/admin/products?game=${encodeURIComponent(product.game)}`,
    `/admin/products/${product.id}/edit`,
  ]);
  await page.goto(`/admin/products?game=${encodeURIComponent(product.game)}`);
  await page.getByRole('button', { name: 'Détails' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await expectWellStructured(page, 'the product’s details');
  }
});
