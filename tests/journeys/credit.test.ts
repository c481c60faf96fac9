import type { Page } from '@playwright/test';
import { type Almas, expect, test } from '../support/browser.ts';
import { pressAnew } from './support/boxes.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { sql } from './support/sql.ts';
import { spaced } from './support/words.ts';

/*
 * A shop takes an advance, an agent collects it on a phone and hands the cash over to another person. Turned red by: a payment that is sent
 * without a network; a payment that gets a new key when it is sent again; a receipt without its number; an advance above what is available.
 */
test.use({ environment: { EXTENSIONS: 'credit' }, allowed: [/ERR_(FAILED|INTERNET_DISCONNECTED)/] });

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin ??= await administrator(almas);
  await page.setViewportSize({ width: 390, height: 844 });
});

/** A reseller who may owe 9,000 DA for a week, and owes this. */
async function debtor(almas: Almas, debt: number): Promise<Caller> {
  const shop = await reseller(almas, admin);
  await admin.call('PUT', `/users/${shop.id}/credit-terms`, { limit: 9_000, days: 7, suspended: false });
  if (debt > 0) await shop.call('POST', '/advances', { amount: debt });
  return shop;
}
const round = (page: Page) => page.getByRole('dialog', { name: 'Crédit et tournées' });
/** The visit of an account that owes this, in the round of all who owe. */
async function openVisit(page: Page, debt: string) {
  await page.goto('/admin?credit=round');
  await round(page).getByText('Tous', { exact: true }).click();
  const visit = round(page)
    .getByTestId('visit')
    .filter({ hasText: spaced(debt) });
  await expect(visit).toHaveCount(1);
  return visit;
}

test('a reseller takes an advance within the limit, once for two presses, and sees the debt with its due day, also after a reload [CRE-35]', async ({
  page,
  almas,
}) => {
  const shop = await debtor(almas, 0);
  await enterAs(page, almas, shop);
  await page.goto('/dashboard');
  await expect(page.getByText('Vous ne devez rien')).toBeVisible();
  await page.getByRole('button', { name: 'Avance', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Avance' });
  await dialog.getByLabel('Montant de l’avance (DA)').fill('9001');
  await dialog.getByRole('button', { name: 'Prendre l’avance' }).click();
  await expect(dialog.getByText(/Plafond de dette de ce compte atteint/).first()).toBeVisible();
  await dialog.getByLabel('Montant de l’avance (DA)').fill('3 000,50');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Prendre l’avance' }).dblclick();
  await expect(page.getByText(/À payer au plus tard le/)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.reload();
  await expect(page.getByText(spaced('Avance possible : 5 999,50 DA'))).toBeVisible();
  expect((await shop.call('GET', '/receivable-entries')).items).toHaveLength(1);
});

test('an agent sees the round by city, takes a payment in three taps with a receipt, and none without a network [CRE-36]', async ({
  page,
  almas,
  context,
}) => {
  await debtor(almas, 8_250);
  await enterAs(page, almas, admin);
  const visit = await openVisit(page, '8 250 DA');
  await expect(visit.getByRole('link', { name: 'Appeler' })).toHaveAttribute('href', /^tel:\+?\d+$/);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  // 1
  await visit.getByRole('button', { name: 'Encaisser' }).click();
  const payment = page.getByRole('dialog', { name: /^Encaissement/ });
  await context.setOffline(true);
  await expect(payment.getByText('Pas de réseau : rien n’est encaissé')).toBeVisible();
  await expect(payment.getByRole('button', { name: 'Encaisser' })).toBeDisabled();
  await context.setOffline(false);
  // 2
  await payment.getByRole('button', { name: /^Toute la dette/ }).click();
  await expectAccessible(page);
  // 3
  await payment.getByRole('button', { name: 'Encaisser' }).click();
  const receipt = page.getByRole('dialog', { name: 'Reçu n° 1' });
  await expect(receipt.getByTestId('receipt')).toContainText('REÇU D’ENCAISSEMENT');
  await expect(receipt.getByTestId('receipt')).toContainText('Reçu n° 1');
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

test('a payment whose answer is lost says so; the agent presses once more and has one receipt [CRE-11]', async ({
  page,
  almas,
}) => {
  const shop = await debtor(almas, 7_100);
  await enterAs(page, almas, admin);
  const keys: string[] = [];
  await page.route('**/api/users/*/payments', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    const response = await route.fetch();
    return keys.length === 1 ? route.abort() : route.fulfill({ response });
  });
  await (await openVisit(page, '7 100 DA')).getByRole('button', { name: 'Encaisser' }).click();
  const payment = page.getByRole('dialog', { name: /^Encaissement/ });
  await payment.getByLabel('Montant reçu en espèces (DA)').fill('2 100');
  await payment.getByRole('button', { name: 'Encaisser' }).click();
  await expect(page.getByText(/^La réponse s’est perdue/)).toBeVisible();
  await pressAnew(payment.getByRole('button', { name: 'Encaisser' }));
  await expect(page.getByRole('dialog', { name: 'Reçu n° 1' })).toBeVisible();
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  expect((await shop.call('GET', '/me/credit')).debt).toBe(5_000);
});

test('an agent hands over what is held, and another person confirms it [CRE-37]', async ({ page, almas }) => {
  const shop = await debtor(almas, 4_400);
  await admin.call('POST', `/users/${shop.id}/payments`, { amount: 4_400 });
  const owner = await reseller(almas, admin);
  await sql(almas, `UPDATE users SET role = 'admin' WHERE id = $1`, [owner.id]);
  const held = async () =>
    (await admin.call('GET', '/collectors')).items.find(({ id }: { id: string }) => id === admin.id).held;
  await enterAs(page, almas, admin);
  await page.goto('/admin?credit=cash');
  await round(page).getByRole('button', { name: 'Versement', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Versement', exact: true });
  await form.getByLabel('Montant à verser (DA)').fill('4 400');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Annoncer le versement' }).click();
  const waiting = round(page).getByText(spaced('Versement de 4 400 DA à confirmer'));
  await expect(waiting).toBeVisible();
  await expect(round(page).getByRole('button', { name: 'Confirmer la réception' })).toHaveCount(0);
  await expectNoSideScroll(page);
  const before = await held();

  await enterAs(page, almas, owner);
  await page.goto('/admin?credit=cash');
  await round(page).getByRole('button', { name: 'Confirmer la réception' }).click();
  const question = page.getByRole('dialog', { name: 'Confirmer le versement' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Confirmer la réception' }).click();
  await expect(waiting).toHaveCount(0);
  expect(await held()).toBe(before - 4_400);
});
