import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createNamedReseller, uniqueWord } from './support/accounts.ts';
import { administrator, type Caller, enterAs } from './support/callers.ts';
import { createProductWithCodes, purchase } from './support/products.ts';
import { sql } from './support/sql.ts';

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  await enterAs(page, almas, admin);
  await page.setViewportSize({ width: 1280, height: 800 });
});

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
