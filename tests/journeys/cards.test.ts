import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { purchase, shelve } from './support/shop.ts';
import { spaced } from './support/words.ts';

let admin: Caller;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
});

const cards = (page: Page) => page.getByTestId('purchase');
const dialog = (page: Page) => page.getByRole('dialog');

async function open(page: Page, almas: Parameters<typeof enterAs>[1], who: Caller) {
  await enterAs(page, almas, who);
  await page.goto('/card-history');
  await expect(page.getByRole('heading', { level: 1, name: 'Mes cartes' })).toBeVisible();
}

test('a grid of purchases, each with its facts [CRD-01][CRD-02][CRD-03][CRD-04][CRD-05][CRD-06][CRD-07][GEN-03]', async ({
  page,
  almas,
}) => {
  const buyer = await reseller(almas, admin, { balance: 5_000 });
  const product = await shelve(admin, {
    name: 'Diamants rares',
    offers: [{ name: '520 + 52', price: 750, stock: 3 }],
  });
  const { createdAt } = await purchase(buyer, product, { quantity: 2 });
  await purchase(buyer, product);
  await open(page, almas, buyer);
  await expect(cards(page)).toHaveCount(2);
  const older = cards(page).last();
  await expect(older.getByRole('heading')).toHaveText('Diamants rares');
  await expect(older.getByText('520 + 52')).toBeVisible();
  await expect(older.getByText('Quantité').locator('..')).toContainText('2');
  await expect(older.getByText('Total').locator('..')).toContainText(spaced('1 500 DA'));
  const date = new Intl.DateTimeFormat('fr-FR', {
    timeZone: 'Africa/Algiers',
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(createdAt));
  await expect(older.locator('time')).toHaveText(date);
  await expect(older.getByText('Acheté', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

test('`Voir les codes` lists each code with its value; a copy is the code itself [CRD-08][CRD-09][CRD-10][CRD-11][CRD-15]', async ({
  page,
  almas,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const buyer = await reseller(almas, admin, { balance: 5_000 });
  const product = await shelve(admin, {
    offers: [{ name: 'Pack', value: '341 Diamants', price: 100, stock: 2 }],
  });
  const bought = await purchase(buyer, product, { quantity: 2 });
  await open(page, almas, buyer);
  const opener = page.getByRole('button', { name: 'Voir les codes' });
  await opener.click();
  const codes = product.offers[0]?.codes ?? [];
  await expect(dialog(page).getByTestId('code')).toHaveCount(2);
  for (const [index, code] of codes.entries()) {
    await expect(dialog(page).getByTestId('code').nth(index)).toHaveAttribute('data-code', code);
  }
  await expect(dialog(page).getByText('341 Diamants')).toHaveCount(2);
  await dialog(page).getByRole('button', { name: 'Copier', exact: true }).nth(1).click();
  await expect(page.getByText('Code copié dans le presse-papiers')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes[1]);
  await expect(
    dialog(page)
      .getByText(/Date d'achat/)
      .locator('time'),
  ).toHaveAttribute('datetime', bought.createdAt);
  await expect(dialog(page).getByText(/N° d'achat/)).toContainText(bought.id);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

for (const [game, site, rows] of [
  ['Free Fire', 'https://reward.ff.garena.com/', 'CRD-12'],
  ['PUBG Mobile', 'https://www.pubgmobile.com/redeem/', 'CRD-13'],
  ['Roblox', null, 'CRD-14'],
] as const) {
  test(`${game}: ${site ? 'its redeem site opens in a new tab' : 'no redeem site'} [${rows}]`, async ({
    page,
    almas,
  }) => {
    const buyer = await reseller(almas, admin, { balance: 500 });
    await purchase(buyer, await shelve(admin, { game }));
    await open(page, almas, buyer);
    await page.getByRole('button', { name: 'Voir les codes' }).click();
    await expect(dialog(page).getByTestId('code')).toBeVisible();
    const link = dialog(page).getByRole('link', { name: /Recharger/ });
    if (!site) return expect(link).toHaveCount(0);
    await expect(link).toHaveAttribute('href', site);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
  });
}

test('nothing bought yet, and a purchase without codes, are said [CRD-16][CRD-17]', async ({
  page,
  almas,
}) => {
  const buyer = await reseller(almas, admin, { balance: 500 });
  await open(page, almas, buyer);
  await expect(page.getByText('Aucune carte achetée')).toBeVisible();
  await expectAccessible(page);
  await purchase(buyer, await shelve(admin));
  await page.route(/\/api\/purchases\/\d+$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), codes: [] } });
  });
  await page.getByRole('button', { name: 'Voir les codes' }).click();
  await expect(dialog(page).getByText('Aucun code disponible')).toBeVisible();
});

test('more purchases than one page holds are reached', async ({ page, almas }) => {
  const buyer = await reseller(almas, admin, { balance: 500 });
  await purchase(buyer, await shelve(admin));
  await page.route('**/api/purchases?*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const second = route.request().url().includes('cursor=');
    await route.fulfill({ response: answer, json: { ...body, nextCursor: second ? null : 'suite' } });
  });
  await page.route('**/api/purchases', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), nextCursor: 'suite' } });
  });
  await open(page, almas, buyer);
  await page.route('**/api/purchases?cursor=suite', (route) =>
    route.fulfill({ json: { items: [], nextCursor: null } }),
  );
  await page.getByRole('button', { name: 'Afficher plus' }).click();
  await expect(page.getByRole('button', { name: 'Afficher plus' })).toHaveCount(0);
});
