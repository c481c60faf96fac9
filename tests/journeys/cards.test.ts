import { formatDate } from '@almas/locale/formats';
import type { Page, Request } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { hasStarted } from './support/page-data.ts';
import { createProductWithCodes, newCode, purchase } from './support/products.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { sql } from './support/sql.ts';
import { spaced } from './support/words.ts';

let admin: Caller;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
});

const cards = (page: Page) => page.getByTestId('purchase');
const dialog = (page: Page) => page.getByRole('dialog');

async function open(page: Page, almas: Parameters<typeof enterAs>[1], user: Caller) {
  await enterAs(page, almas, user);
  await page.goto('/card-history');
  await expect(page.getByRole('heading', { level: 1, name: 'Mes cartes' })).toBeVisible();
}

test('a reseller’s bought cards are a grid of purchases, each with name, quantity, total and date [CRD-01][CRD-02][CRD-03][CRD-04][CRD-05][CRD-06][CRD-07][GEN-03]', async ({
  page,
  almas,
}) => {
  const buyer = await reseller(almas, admin, { balance: 5_000 });
  const product = await createProductWithCodes(admin, {
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
  const product = await createProductWithCodes(admin, {
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
  // Turned red by: buttons of the same name that do not say which code they copy.
  const copies = dialog(page).getByRole('button', { name: 'Copier', exact: true });
  for (const [index, code] of codes.entries())
    await expect(copies.nth(index)).toHaveAccessibleDescription(code.replace(/.{4}(?=.)/g, '$& '));
  await copies.nth(1).click();
  await expect(page.getByText('Code copié dans le presse-papiers')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes[1]);
  await expect(
    dialog(page)
      .getByText(/Date d’achat/)
      .locator('time'),
  ).toHaveAttribute('datetime', bought.createdAt);
  await expect(dialog(page).getByText(/N° d’achat/)).toContainText(bought.id);
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
  test(`the codes of ${game} have ${site ? 'a link that opens its redeem site in a new tab' : 'no link to a redeem site'} [${rows}]`, async ({
    page,
    almas,
  }) => {
    const buyer = await reseller(almas, admin, { balance: 500 });
    await purchase(buyer, await createProductWithCodes(admin, { game }));
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

test('the screen of cards says that nothing was bought yet, and a purchase without codes says so [CRD-16][CRD-17]', async ({
  page,
  almas,
}) => {
  const buyer = await reseller(almas, admin, { balance: 500 });
  await open(page, almas, buyer);
  await expect(page.getByText('Aucune carte achetée')).toBeVisible();
  await expectAccessible(page);
  await purchase(buyer, await createProductWithCodes(admin));
  await page.route(/\/api\/purchases\/\d+$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response: response, json: { ...(await response.json()), codes: [] } });
  });
  await page.getByRole('button', { name: 'Voir les codes' }).click();
  await expect(dialog(page).getByText('Aucun code disponible')).toBeVisible();
});

test('cards are found by game, product or offer and by date, and the filters are kept after a reload', async ({
  page,
  almas,
}) => {
  const buyer = await reseller(almas, admin, { balance: 5_000 });
  const roblox = await createProductWithCodes(admin, { game: `Éclat ${newCode()}`, name: 'Robux' });
  const other = await createProductWithCodes(admin, { name: 'Diamants' });
  await purchase(buyer, roblox);
  await purchase(buyer, other);
  await sql(
    almas,
    `ALTER TABLE purchases DISABLE TRIGGER purchases_append_only;
     UPDATE purchases SET created_at = '2026-01-05T22:30:00Z' WHERE product_id = '${roblox.id}';
     ALTER TABLE purchases ENABLE TRIGGER purchases_append_only;`,
  );
  await open(page, almas, buyer);
  await expect(cards(page)).toHaveCount(2);
  const search = page.getByRole('searchbox', { name: 'Rechercher' });
  await search.fill(roblox.game.toLowerCase().replace('é', 'e'));
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('Robux');
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await search.fill('');
  await expect(cards(page)).toHaveCount(2);
  const period = page.getByRole('group', { name: 'Période' });
  await period.getByText('Aujourd’hui', { exact: true }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('Diamants');
  // 23:30 in Algiers is still the 5th.
  await page.getByLabel('Du', { exact: true }).fill('2026-01-05');
  await page.getByLabel('Au', { exact: true }).fill('2026-01-05');
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('Robux');
  await expect(page.getByText(`Le ${formatDate('2026-01-05T12:00:00Z')}`)).toBeVisible();
  await page.getByLabel('Au', { exact: true }).fill('2026-01-06');
  await page.getByLabel('Du', { exact: true }).fill('2026-01-06');
  await expect(page.getByText('Aucune carte trouvée')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect(cards(page)).toHaveCount(2);
});

test('a search of the cards that finds nothing leads to the search for a code, which is in no address', async ({
  page,
  almas,
}) => {
  const buyer = await reseller(almas, admin, { balance: 5_000 });
  const { id } = await purchase(buyer, await createProductWithCodes(admin));
  const { codes } = await buyer.call('GET', `/purchases/${id}`);
  await open(page, almas, buyer);
  await page.getByRole('searchbox', { name: 'Rechercher' }).fill('rien de tel');
  await page.getByRole('main').getByRole('button', { name: 'Retrouver un code' }).last().click();
  const find = page.getByRole('dialog', { name: 'Retrouver un code' });
  await find.getByLabel('Code ou numéro de série').fill(codes[0].code);
  await find.getByRole('button', { name: 'Rechercher' }).click();
  await expect(find.getByTestId('purchase')).toContainText(`Achat n° ${id}`);
  expect(page.url()).not.toContain(codes[0].code);
});

test.describe('without a network', () => {
  test.use({ allowed: [/net::ERR_INTERNET_DISCONNECTED/] });

  test('without a network the screen of cards says at once that the codes are not available', async ({
    page,
    almas,
    context,
  }) => {
    const buyer = await reseller(almas, admin, { balance: 500 });
    await purchase(buyer, await createProductWithCodes(admin));
    await enterAs(page, almas, buyer);
    await page.goto('/operations');
    await expect(page.getByTestId('operation').first()).toBeVisible();
    // The first view from the server does not react to a pointer.
    await hasStarted(page);
    // Hovering loads the screen's files before the network is cut. The hash in a file name may contain dashes.
    const [requested, pending] = [new Set<string>(), new Set<Request>()];
    page.on('request', (request) => {
      requested.add(new URL(request.url()).pathname.replace(/-.{8}\.\w+$/, ''));
      if (!request.url().includes('/api/events')) pending.add(request);
    });
    page.on('requestfinished', (request) => pending.delete(request));
    page.on('requestfailed', (request) => pending.delete(request));
    await page.getByRole('link', { name: 'Mes cartes et opérations' }).hover();
    await expect.poll(() => requested.has('/assets/card-history') && pending.size === 0).toBe(true);
    await page.clock.install();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Mes cartes et opérations' }).click();
    // The clock is stopped: no attempt has timed out yet.
    await expect(page.getByText('Les codes ne sont pas disponibles hors ligne')).toBeVisible();
    await context.setOffline(false);
    await page.clock.resume();
    await expect(cards(page)).toHaveCount(1);
  });
});

test('a reseller reaches more purchases than one page holds with `Afficher plus`', async ({
  page,
  almas,
}) => {
  const buyer = await reseller(almas, admin, { balance: 500 });
  await purchase(buyer, await createProductWithCodes(admin));
  await page.route('**/api/purchases?*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const second = route.request().url().includes('cursor=');
    await route.fulfill({ response: response, json: { ...body, nextCursor: second ? null : 'suite' } });
  });
  await page.route('**/api/purchases', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response: response, json: { ...(await response.json()), nextCursor: 'suite' } });
  });
  await open(page, almas, buyer);
  await page.route('**/api/purchases?cursor=suite', (route) =>
    route.fulfill({ json: { items: [], nextCursor: null } }),
  );
  await page.getByRole('button', { name: 'Afficher plus' }).click();
  await expect(page.getByRole('button', { name: 'Afficher plus' })).toHaveCount(0);
});
