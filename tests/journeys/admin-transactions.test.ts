import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { customer, unique } from './support/accounts.ts';
import { administrator, type Caller, enterAs } from './support/callers.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { createProductWithCodes, purchase } from './support/shop.ts';
import { sql } from './support/sql.ts';
import { spaced } from './support/words.ts';

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  await enterAs(page, almas, admin);
  await page.setViewportSize({ width: 1280, height: 800 });
});

const search = (page: Page) => page.getByRole('searchbox', { name: 'Rechercher' });
const rows = (page: Page) => page.getByRole('row');
const open = (page: Page, query: Record<string, string> = {}) =>
  page.goto(`/admin/transactions?${new URLSearchParams(query)}`);
const detail = (page: Page) => page.getByRole('dialog', { name: 'Détail de la transaction' });
const fact = (page: Page, name: string) =>
  detail(page)
    .locator('dt')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('..');

/** A recharge as an import from elsewhere would leave it: of anybody, by anybody, at any time. */
async function recharge(
  almas: Parameters<typeof sql>[0],
  userId: string,
  { adminId = null as string | null, description = 'Recharge du solde', age = '0 seconds' } = {},
) {
  await sql(
    almas,
    `INSERT INTO transactions
       (user_id, type, amount, method, admin_id, description, balance_before, balance_after, status, created_at)
     VALUES ($1, 'recharge', 250000, 'manual_admin', $2, $3, 0, 250000, 'completed', now() - $4::interval)`,
    [userId, adminId, description, age],
  );
}
/** A day of Algiers, as the address bar writes it. */
const dayBefore = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Algiers' }).format(Date.now() - days * 86_400_000);
const nobody = '00000000-0000-4000-8000-00000000000a';

test('a way back, the count, a table whose rows open their details [TXN-01][TXN-02][TXN-08][TXN-09]', async ({
  page,
  almas,
}) => {
  const reseller = await customer(almas, admin, { balance: 3_000 });
  await purchase(reseller, await createProductWithCodes(admin));
  await open(page, { search: reseller.email });
  await expect(page.getByText('2 transactions', { exact: true })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Utilisateur',
    'Date',
    'Type',
    'Description',
    'Montant',
    'Solde après',
    'Statut',
  ]);
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(1)).toContainText(reseller.name);
  await expect(rows(page).nth(1)).toContainText(spaced('-150 DA'));
  await expect(rows(page).nth(2)).toContainText(spaced('+3 000 DA'));
  await rows(page).nth(2).getByText('Recharge du solde').click();
  await expect(detail(page)).toBeVisible();
  await expect(fact(page, 'Utilisateur')).toContainText(reseller.name);
  await expect(fact(page, 'Solde avant')).toContainText(spaced('0 DA'));
  await expect(fact(page, 'Solde après')).toContainText(spaced('3 000 DA'));
  await expect(fact(page, 'Raison')).toContainText('Recharge manuelle par admin');
  await page.keyboard.press('Escape');
  await expect(detail(page)).toHaveCount(0);
  // The keyboard opens a row too.
  await rows(page).nth(1).getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(fact(page, 'Type')).toContainText('Achat');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('link', { name: 'Tableau de bord' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('search, type and status narrow the list and stay in the address [TXN-03][TXN-04][TXN-05]', async ({
  page,
  almas,
}) => {
  const lastName = unique('Zérrouki');
  const reseller = await customer(almas, admin, { lastName, balance: 2_000 });
  await purchase(reseller, await createProductWithCodes(admin));
  await open(page);
  await search(page).fill(lastName.replace('é', 'e').toUpperCase());
  await expect(rows(page)).toHaveCount(3);
  await page.getByLabel('Type').selectOption('Achat');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(1)).toContainText('Achat');
  await page.getByLabel('Type').selectOption('Tous les types');
  await page.getByLabel('Statut').selectOption('Terminé');
  await expect(rows(page)).toHaveCount(3);
  await page.getByLabel('Statut').selectOption('Rejeté');
  await expect(page.getByText('Aucune transaction trouvée')).toBeVisible();
  await page.getByLabel('Statut').selectOption('Terminé');
  await page.getByLabel('Type').selectOption('Recharge');
  await expect(rows(page)).toHaveCount(2);
  await page.reload();
  await expect(page.getByLabel('Type')).toHaveValue('recharge');
  await expect(page.getByLabel('Statut')).toHaveValue('completed');
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect(search(page)).toHaveValue('');
  await expect(page).toHaveURL(/\/admin\/transactions$/);
});

test('from a day to a day, both included [TXN-06][TXN-07]', async ({ page, almas }) => {
  const reseller = await customer(almas, admin);
  for (const [description, age] of [
    ['Avant-hier', '2 days'],
    ['Hier', '1 day'],
    ['Ce jour', '0 days'],
  ]) {
    await recharge(almas, reseller.id, { description, age });
  }
  await open(page, { search: reseller.email });
  await expect(rows(page)).toHaveCount(4);
  await page.getByLabel('Du', { exact: true }).fill(dayBefore(1));
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).filter({ hasText: 'Avant-hier' })).toHaveCount(0);
  await page.getByLabel('Au', { exact: true }).fill(dayBefore(1));
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(1)).toContainText('Hier');
  await page.getByLabel('Du', { exact: true }).fill('');
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).filter({ hasText: 'Ce jour' })).toHaveCount(0);
});

test('nothing found says so; a failed load says so and tries again [TXN-10][ERR-18]', async ({ page }) => {
  await open(page, { search: unique('rien') });
  await expect(page.getByText('Aucune transaction trouvée')).toBeVisible();
  await expect(page.getByText('0 transaction', { exact: true })).toBeVisible();
  let away = true;
  await page.route('**/api/transactions**', (route) =>
    away
      ? route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'Ressource introuvable' } })
      : route.fallback(),
  );
  await page.reload();
  await expect(
    page.getByText("Impossible de charger l'historique des transactions", { exact: true }),
  ).toBeVisible();
  away = false;
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByText('Aucune transaction trouvée')).toBeVisible();
});

test('an account that is gone, and administrators by the best name there is [TXN-11][TXN-12][TXN-13][TXN-14][TXN-15]', async ({
  page,
  almas,
}) => {
  // A day of their own: nothing else happened then.
  const age = '500 days';
  const mark = 'Reprise';
  const reseller = await customer(almas, admin);
  const insertAdmin = async (first: string, last: string, display: string) => {
    const email = `${unique('chef')}@almas.dz`;
    const id = crypto.randomUUID();
    await sql(
      almas,
      `INSERT INTO users (id, email, password_hash, role, status, first_name, last_name, display_name)
       VALUES ($1, $2, 'x', 'admin', 'active', $3, $4, $5)`,
      [id, email, first, last, display],
    );
    return { id, local: email.split('@')[0] ?? '' };
  };
  const named = await insertAdmin('Samira', 'Belkacem', 'Direction');
  const displayed = await insertAdmin('', '', 'La direction');
  const bare = await insertAdmin('', '', '');
  await recharge(almas, nobody, { description: `${mark} perdu`, adminId: named.id, age });
  for (const [word, adminId] of [
    ['nom', named.id],
    ['affiche', displayed.id],
    ['adresse', bare.id],
    ['disparu', nobody],
    ['sans', null],
  ] as const) {
    await recharge(almas, reseller.id, { description: `${mark} ${word}`, adminId, age });
  }
  await open(page, { from: dayBefore(501), to: dayBefore(499) });
  await expect(rows(page)).toHaveCount(7);
  const lost = rows(page).filter({ hasText: `${mark} perdu` });
  await expect(lost).toContainText('Utilisateur Inconnu');
  await expect(lost).toContainText('N/A');
  for (const [word, name] of [
    ['nom', 'Samira Belkacem'],
    ['affiche', 'La direction'],
    ['adresse', bare.local],
    ['disparu', 'Administrateur introuvable'],
    ['sans', 'Administrateur inconnu'],
  ] as const) {
    await rows(page)
      .filter({ hasText: `${mark} ${word}` })
      .click();
    await expect(fact(page, 'Administrateur')).toContainText(name);
    await page.keyboard.press('Escape');
    await expect(detail(page)).toHaveCount(0);
  }
});

test('goes on page by page', async ({ page, almas }) => {
  const reseller = await customer(almas, admin);
  for (let count = 0; count < 4; count += 1) await recharge(almas, reseller.id, { age: `${count} hours` });
  await page.route('**/api/transactions?**', (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '3');
    return route.continue({ url: url.href });
  });
  await open(page, { search: reseller.email });
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'Afficher plus' }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(page.getByText('4 transactions')).toBeVisible();
});

test('a new transaction appears by itself', async ({ page, almas }) => {
  const reseller = await customer(almas, admin);
  await open(page, { search: reseller.email });
  await expect(page.getByText('Aucune transaction trouvée')).toBeVisible();
  await reseller.call('POST', '/recharge-requests', { amount: 700, method: 'ccp' });
  const { items } = await admin.call('GET', `/recharge-requests?userId=${reseller.id}`);
  await admin.call('POST', `/recharge-requests/${items[0].id}/approve`, {});
  await expect(rows(page)).toHaveCount(2);
});

test('can be used with a phone, the keyboard and a screen reader', async ({ page, almas }) => {
  const reseller = await customer(almas, admin, { balance: 400 });
  await open(page, { search: reseller.email });
  await expect(rows(page)).toHaveCount(2);
  await expectAccessible(page);
  await rows(page).nth(1).getByRole('button').click();
  await expect(detail(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expectNoSideScroll(page);
  await expectAccessible(page);
});
