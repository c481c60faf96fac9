import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createNamedReseller, uniqueWord } from './support/accounts.ts';
import { boxOf } from './support/boxes.ts';
import { administrator, type Caller, enterAs } from './support/callers.ts';
import { inShortPages, withoutLiveEvents } from './support/page-data.ts';
import { createProductWithCodes, purchase } from './support/products.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
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

/** Inserts a recharge like an import from another system: with any account, any administrator and any time. */
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
/** The day of a time in Algiers, as it is written in the address. */
const dayOf = (moment: number | Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Algiers' }).format(moment);
const dayBefore = (days: number) => dayOf(Date.now() - days * 86_400_000);
const unknownUserId = '00000000-0000-4000-8000-00000000000a';

test('the transactions screen has a link back, the count, and a table whose rows open their details [TXN-01][TXN-02][TXN-08][TXN-09]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin, { balance: 3_000 });
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

test('the search, the type and the status narrow the list of transactions and stay in the address [TXN-03][TXN-04][TXN-05]', async ({
  page,
  almas,
}) => {
  const lastName = uniqueWord('Zérrouki');
  const reseller = await createNamedReseller(almas, admin, { lastName, balance: 2_000 });
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

test('`Validé`, `Refusé` and `Free Fire` find the rows that show these words [TXN-04][TXN-05]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin, { balance: 2_000 });
  const insert = (status: 'validated' | 'refused') =>
    sql(
      almas,
      `WITH t AS (
         INSERT INTO transactions (user_id, type, amount, description, balance_before, balance_after, status)
         VALUES ($1, 'freefire_request', 15000, 'Free Fire 100+10', 200000, 185000, $2) RETURNING id)
       INSERT INTO free_fire_requests (user_id, player_id, offer, offer_name, diamonds_value, amount, status, reseller_name,
         user_email, balance_before, balance_after, transaction_id, unified_transaction_id, processed_by, processed_at)
       SELECT $1, '123456789', '{"id":"ff_100_10","name":"100+10","value":110,"price":150}', '100+10', 110, 15000, $3, 'x', $4, 200000, 185000, t.id, t.id, $5, now() FROM t`,
      [reseller.id, status === 'refused' ? 'pending' : 'completed', status, reseller.email, admin.id],
    );
  await insert('validated');
  await insert('refused');
  await open(page, { search: reseller.email });
  await expect(rows(page)).toHaveCount(4);
  for (const [field, choice, found] of [
    ['Statut', 'Validé', 1],
    ['Statut', 'Refusé', 1],
    ['Statut', 'Terminé', 1],
    ['Type', 'Free Fire', 2],
  ] as const) {
    await page.getByLabel(field).selectOption(choice);
    await expect(rows(page)).toHaveCount(found + 1);
    const shown = (await rows(page).allTextContents()).slice(1);
    for (const text of shown) expect(text).toContain(choice);
    await page.getByLabel('Statut').selectOption('Tous les statuts');
    await page.getByLabel('Type').selectOption('Tous les types');
    // The next choice may find as many rows as this one: wait until all rows are back.
    await expect(rows(page)).toHaveCount(4);
  }
});

test('the column headers `Date` and `Montant` sort the transactions, say so to a screen reader, and stay in the address', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  for (const [amount, age] of [
    [300, '3 hours'],
    [100, '2 hours'],
    [200, '1 hour'],
  ] as const)
    await sql(
      almas,
      `INSERT INTO transactions (user_id, type, amount, description, balance_before, balance_after, status, created_at)
       VALUES ($1, 'recharge', $2, 'Recharge du solde', 0, 0, 'completed', now() - $3::interval)`,
      [reseller.id, amount * 100, age],
    );
  await open(page, { search: reseller.email });
  const amounts = async () =>
    (await rows(page).allTextContents()).slice(1).map((text) => /\+(\d+)/.exec(text)?.[1]);
  const head = (name: string) => page.getByRole('columnheader', { name });
  await expect.poll(amounts).toEqual(['200', '100', '300']);
  await expect(head('Date')).toHaveAttribute('aria-sort', 'descending');
  await search(page).fill('');
  // A sort order does not count as a filter.
  await head('Date').getByRole('button').click();
  await expect(page.getByRole('button', { name: 'Effacer les filtres' })).toHaveCount(0);
  await open(page, { search: reseller.email });
  await head('Date').getByRole('button').click();
  await expect.poll(amounts).toEqual(['300', '100', '200']);
  await head('Montant').getByRole('button').click();
  await expect.poll(amounts).toEqual(['300', '200', '100']);
  await expect(head('Montant')).toHaveAttribute('aria-sort', 'descending');
  await expect(head('Date')).not.toHaveAttribute('aria-sort');
  await page.keyboard.press('Enter');
  await expect.poll(amounts).toEqual(['100', '200', '300']);
  await page.reload();
  await expect(head('Montant')).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(amounts).toEqual(['100', '200', '300']);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Trier par').selectOption('Date, croissant');
  await expect.poll(async () => (await rows(page).allTextContents()).length).toBeGreaterThan(2);
  await expect(page).toHaveURL(/order=asc/);
  await expectAccessible(page);
});

test('the dates narrow the list of transactions from a day to a day, both included [TXN-06][TXN-07]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  for (const [description, age] of [
    ['Avant-hier', '2 days'],
    ['Hier', '1 day'],
    ['Ce jour', '0 days'],
  ]) {
    await recharge(almas, reseller.id, { description, age });
  }
  // The days are read from the rows and not from the clock, because midnight may pass during the test.
  const { items } = await admin.call('GET', `/users/${reseller.id}/transactions`);
  const [today, yesterday] = items.map((row: { createdAt: string }) => dayOf(new Date(row.createdAt)));
  await open(page, { search: reseller.email });
  await expect(rows(page)).toHaveCount(4);
  await page.getByLabel('Du', { exact: true }).fill(yesterday);
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).filter({ hasText: 'Avant-hier' })).toHaveCount(0);
  await page.getByLabel('Au', { exact: true }).fill(yesterday);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(1)).toContainText('Hier');
  await page.getByLabel('Du', { exact: true }).fill(today);
  await expect(page.getByText('La date de fin précède la date de début.')).toBeVisible();
  await page.getByLabel('Du', { exact: true }).fill('');
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).filter({ hasText: 'Ce jour' })).toHaveCount(0);
});

test('a usual period is one press, and the chosen days are in French whatever the language of the browser', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  for (const age of ['0 seconds', '3 days', '40 days']) await recharge(almas, reseller.id, { age });
  await open(page, { search: reseller.email });
  const period = page.getByRole('group', { name: 'Période' });
  await expect(period.getByRole('radio', { name: 'Toutes' })).toBeChecked();
  await expect(rows(page)).toHaveCount(4);
  await period.getByRole('radio', { name: '7 jours' }).press('Space');
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText(/^Du \d+ \S+ \d{4} au \d+ \S+ \d{4}$/)).toBeVisible();
  await expect(page.getByLabel('Du', { exact: true })).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  await page.goBack();
  await expect(rows(page)).toHaveCount(4);
  await period.getByRole('radio', { name: 'Aujourd’hui' }).press('Space');
  await expect(page.getByText(/^Le \d+ \S+ \d{4}$/)).toBeVisible();
  await expectAccessible(page);
});

test('the transactions screen says that nothing was found, and offers a retry after a failed load [TXN-10][ERR-18]', async ({
  page,
}) => {
  await open(page, { search: uniqueWord('rien') });
  await expect(page.getByText('Aucune transaction trouvée')).toBeVisible();
  await expect(page.getByText('0 transaction', { exact: true })).toBeVisible();
  let unavailable = true;
  await withoutLiveEvents(page);
  await page.route('**/api/transactions**', (route) =>
    unavailable
      ? route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'Ressource introuvable' } })
      : route.fallback(),
  );
  await page.reload();
  await expect(
    page.getByText("Impossible de charger l'historique des transactions", { exact: true }),
  ).toBeVisible();
  unavailable = false;
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByText('Aucune transaction trouvée')).toBeVisible();
});

test('a transaction of a missing account says so, and administrators are shown by their best known name [TXN-11][TXN-12][TXN-13][TXN-14][TXN-15]', async ({
  page,
  almas,
}) => {
  // A day on which no other test has transactions.
  const age = '500 days';
  const mark = 'Reprise';
  const reseller = await createNamedReseller(almas, admin);
  const insertAdmin = async (first: string, last: string, display: string) => {
    const email = `${uniqueWord('chef')}@almas.dz`;
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
  await recharge(almas, unknownUserId, { description: `${mark} perdu`, adminId: named.id, age });
  for (const [word, adminId] of [
    ['nom', named.id],
    ['affiche', displayed.id],
    ['adresse', bare.id],
    ['disparu', unknownUserId],
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

test('the list of transactions loads its next page with `Afficher plus`', async ({ page, almas }) => {
  const reseller = await createNamedReseller(almas, admin);
  for (let count = 0; count < 4; count += 1) await recharge(almas, reseller.id, { age: `${count} hours` });
  await inShortPages(page, '/api/transactions', 3);
  await open(page, { search: reseller.email });
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'Afficher plus' }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(page.getByText('4 transactions')).toBeVisible();
});

test('after the press on `Afficher plus` that shows the last rows, the focus is at the end of the list', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  for (let count = 0; count < 4; count += 1) await recharge(almas, reseller.id, { age: `${count} hours` });
  await inShortPages(page, '/api/transactions', 3);
  await open(page, { search: reseller.email });
  await page.getByRole('button', { name: 'Afficher plus' }).press('Enter');
  await expect(rows(page)).toHaveCount(5);
  await expect(page.getByText('Fin de la liste')).toBeFocused();
});

test('text that is selected with the mouse in a row can be copied: the row does not open, and opens at the next press', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await recharge(almas, reseller.id, { age: '1 hour' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, { search: reseller.email });
  const amount = rows(page).nth(1).getByText(/DA$/).first();
  const box = await boxOf(amount);
  await page.mouse.move(box.x + 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/\d/);
  // If the selection had opened the details, this press could not reach the row.
  await amount.click({ timeout: 30_000 });
  await expect(detail(page)).toBeVisible();
});

test('a new transaction appears in the open list without a reload', async ({ page, almas }) => {
  const reseller = await createNamedReseller(almas, admin);
  await open(page, { search: reseller.email });
  await expect(page.getByText('Aucune transaction trouvée')).toBeVisible();
  await reseller.call('POST', '/recharge-requests', { amount: 700, method: 'ccp' });
  const { items } = await admin.call('GET', `/recharge-requests?userId=${reseller.id}`);
  await admin.call('POST', `/recharge-requests/${items[0].id}/approve`, {});
  await expect(rows(page)).toHaveCount(2);
});

test('the transactions screen and its details are accessible and fit a phone', async ({ page, almas }) => {
  const reseller = await createNamedReseller(almas, admin, { balance: 400 });
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

test("a purchase's codes are shown on request, are stored neither in the address nor in the browser, and the journal names who read them and why [PRM-31][CNT-23]", async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin, { balance: 3_000 });
  const product = await createProductWithCodes(admin);
  const bought: { codes: { code: string }[] } = await purchase(reseller, product);
  const code = bought.codes[0]?.code ?? '';
  await open(page, { search: reseller.email });
  await page.getByRole('button', { name: /^Détail : Achat/ }).click();
  await expect(detail(page).getByText('La consultation est inscrite au journal des actions')).toBeVisible();
  expect(await page.content()).not.toContain(code);
  const reason = detail(page).getByLabel('Raison de la consultation');
  await detail(page).getByRole('button', { name: 'Afficher les codes' }).click();
  await expect(detail(page).getByText('Veuillez saisir la raison de la consultation')).toBeVisible();
  await expect(reason).toBeFocused();
  await reason.fill('Code refusé chez le client');
  await reason.press('Enter');
  await expect(detail(page).getByTestId('code')).toHaveAttribute('data-code', code);
  expect(page.url()).not.toContain(code);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(code);
  await expectAccessible(page);
  const trail = await admin.call('GET', '/audit-trail?action=purchase.reveal-codes&limit=1');
  expect(trail.items).toMatchObject([
    { actorId: admin.id, after: { revealed: 1, reason: 'Code refusé chez le client' } },
  ]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Détail : Achat/ }).click();
  // The codes are dropped when the dialog closes.
  await expect(detail(page).getByRole('button', { name: 'Afficher les codes' })).toBeVisible();
  await expect(detail(page).getByTestId('code')).toHaveCount(0);
});
