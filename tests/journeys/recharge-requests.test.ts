import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { dropResponses } from './support/accounts.ts';
import { takesPresses } from './support/boxes.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { openLive } from './support/page-data.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { section } from './support/sections.ts';
import { spaced } from './support/words.ts';

const success = 'Demande envoyée avec succès! Elle sera traitée par un administrateur.';

let admin: Caller;
let buyer: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  buyer = await reseller(almas, admin, { balance: 500 });
  await enterAs(page, almas, buyer);
});

const requestRecharge = (amount: number, method = 'ccp') =>
  buyer.call('POST', '/recharge-requests', { userId: buyer.id, amount, method });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Demandes de recharge' });
const lines = (page: Page) => dialog(page).getByRole('list', { name: 'Mes demandes' }).getByRole('listitem');
const opener = (page: Page) => page.getByRole('button', { name: /^Solde/ });

/** Opens the dialog from the sidebar's balance, once the page receives live events. */
async function openDialog(page: Page) {
  await openLive(page, () => page.goto('/profile'));
  await opener(page).first().click();
  await expect(dialog(page).getByLabel('Montant (DA)')).toBeVisible();
}

async function send(page: Page, amount: string) {
  await dialog(page).getByLabel('Montant (DA)').fill(amount);
  await dialog(page).getByRole('button', { name: 'Envoyer la demande' }).click();
}

test('a reseller sends a recharge request and sees its approval and the new balance without a reload', async ({
  page,
}) => {
  await openDialog(page);
  await expect(dialog(page).getByText('Aucune demande trouvée')).toBeVisible();
  await dialog(page).getByLabel('Moyen de paiement').selectOption('BaridiMob');
  await dialog(page).getByLabel('Téléphone').fill('0661 22 33 44');
  await dialog(page).getByLabel('Note').fill('Reçu 1789');
  await send(page, '2 500,50');
  await expect(page.getByText(success)).toBeVisible();
  await expect(dialog(page).getByLabel('Montant (DA)')).toHaveValue('');
  await expect(lines(page)).toHaveCount(1);
  for (const text of ['2 500,50 DA', 'En attente', 'BaridiMob', 'Note : Reçu 1789'])
    await expect(lines(page)).toContainText(spaced(text));
  const { items } = await buyer.call('GET', '/recharge-requests');
  expect(items[0]).toMatchObject({ amount: 2_500.5, method: 'baridimob', phoneNumber: '0661 22 33 44' });
  await admin.call('POST', `/recharge-requests/${items[0].id}/approve`, {});
  await expect(lines(page)).toContainText('Approuvée');
  await expect(lines(page).getByRole('button')).toHaveCount(0);
  await expect(dialog(page).getByText(spaced('3 000,50 DA'))).toBeVisible();
  await expect(page.getByTestId('sidebar-balance').first()).toHaveText('3000.5 DA');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(opener(page).first()).toBeFocused();
});

test('the recharge requests open from the balance chip of a phone and from the profile', async ({ page }) => {
  await requestRecharge(1_000, 'bank_transfer');
  await page.goto('/profile');
  const panel = section(page, 'Demandes de recharge');
  await expect(panel).toContainText(spaced('1 000 DA'));
  await expect(panel).toContainText('Virement bancaire');
  await panel.getByRole('button', { name: 'Demander une recharge' }).click();
  await expect(lines(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /^Solde\s?500/ }).click();
  await expect(lines(page)).toHaveCount(1);
});

// Turned red by: « Confirmer » that takes the second press of a double one; a question that leaves the focus nowhere.
test('a reseller cancels a pending recharge request after a confirmation, not by a double press (P29)', async ({
  page,
}) => {
  const { id } = await requestRecharge(1_000);
  await page.goto('/profile');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /^Solde\s?500/ }).click();
  const cancel = lines(page).getByRole('button', { name: 'Annuler' });
  const confirm = lines(page).getByRole('button', { name: 'Confirmer' });
  await takesPresses(cancel);
  await cancel.focus();
  for (const _press of ['first', 'second']) await page.keyboard.press('Enter');
  await expect(lines(page).getByText('Annuler cette demande ?')).toBeVisible();
  await expect(confirm).toBeFocused();
  await expect(confirm).not.toHaveAttribute('aria-disabled');
  expect((await buyer.call('GET', '/recharge-requests')).items).toMatchObject([{ id, status: 'pending' }]);
  await lines(page).getByRole('button', { name: 'Garder' }).click();
  await expect(cancel).toBeFocused();
  await cancel.click();
  await confirm.click();
  await expect(page.getByText('Demande annulée')).toBeVisible();
  await expect(lines(page)).toContainText('Annulée');
  await expect(lines(page).getByRole('button')).toHaveCount(0);
  await expect(lines(page)).toBeFocused();
});

test('a rejected recharge request shows its reason, and cancelling it shows the sentence of the server', async ({
  page,
}) => {
  const { id } = await requestRecharge(1_000);
  await openDialog(page);
  await lines(page).getByRole('button', { name: 'Annuler' }).click();
  await page.route('**/api/recharge-requests?*', (route) =>
    route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: '' } }),
  );
  await admin.call('POST', `/recharge-requests/${id}/reject`, { reason: 'Reçu illisible' });
  await lines(page).getByRole('button', { name: 'Confirmer' }).click();
  await expect(page.getByText('Seules les demandes en attente peuvent être annulées')).toBeVisible();
  await page.unroute('**/api/recharge-requests?*');
  await page.reload();
  await opener(page).first().click();
  await expect(lines(page)).toContainText('Rejetée');
  await expect(lines(page)).toContainText('Raison : Reçu illisible');
});

test('a refused recharge request keeps what was typed and marks a wrong amount at its field', async ({
  page,
}) => {
  await openDialog(page);
  const refusals: readonly (readonly [string, string])[] = [
    ['', 'Veuillez saisir un montant'],
    ['0', 'Le montant doit être supérieur à 0'],
    ['deux mille', 'Le montant doit être supérieur à 0'],
    ['10000,01', 'Le montant ne peut pas dépasser 10 000€'],
  ];
  for (const [amount, sentence] of refusals) {
    await send(page, amount);
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    const field = dialog(page).getByLabel('Montant (DA)');
    await expect(field).toHaveValue(amount);
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
  }
  for (let nth = 1; nth <= 3; nth += 1) await requestRecharge(nth * 100);
  await send(page, '50');
  const full = 'Vous avez déjà 3 demandes en attente. Veuillez attendre leur traitement.';
  await expect(page.getByRole('alert').filter({ hasText: full })).toBeVisible();
});

test.describe('when the response is lost', () => {
  test.use({ allowed: [/net::ERR_FAILED/] });

  test('when the response is lost, a recharge request is settled with its key, made once and never sent again', async ({
    page,
  }) => {
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/recharge-requests')) sent += 1;
    });
    await dropResponses(page, '**/api/recharge-requests');
    let losing = true;
    await page.route('**/api/outcomes/*', (route) => (losing ? route.abort() : route.fallback()));
    await openDialog(page);
    await send(page, '700');
    await expect(dialog(page).getByText('Vérification en cours…')).toBeVisible();
    losing = false;
    await expect(page.getByText(success)).toBeVisible();
    await expect(lines(page)).toHaveCount(1);
    const { items } = await buyer.call('GET', '/recharge-requests');
    expect([items.length, sent]).toEqual([1, 1]);
  });
});

test('the dialog of recharge requests is accessible and fits a phone', async ({ page }) => {
  await requestRecharge(1_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/profile');
  await page.getByRole('button', { name: /^Solde\s?500/ }).click();
  await lines(page).getByRole('button', { name: 'Annuler' }).click();
  await expectAccessible(page);
  await expectNoSideScroll(page);
});
