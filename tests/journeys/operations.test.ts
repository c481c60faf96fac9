import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { withoutPageData } from './support/page-data.ts';
import { createProductWithCodes, purchase } from './support/products.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { openAllDay } from './support/top-up.ts';
import { spaced } from './support/words.ts';

let admin: Caller;
let karim: Caller;
const proof = 'https://exemple.dz/preuve.png';
const players = { validated: '12345678', refused: '23456789', pending: '34567890', bare: '45678901' };

/** A recharge, a purchase, and Free Fire requests in each state. */
async function movements(almas: Parameters<typeof enterAs>[1]) {
  await openAllDay(admin);
  const buyer = await reseller(almas, admin, { balance: 5_000 });
  await purchase(
    buyer,
    await createProductWithCodes(admin, { name: 'Robux', offers: [{ name: '400', price: 600, stock: 1 }] }),
  );
  const requestTopUp = async (freeFireId: string) =>
    (await buyer.call('POST', '/free-fire/requests', { offerId: 'ff_100_10', amount: 150, freeFireId }))
      .requestId;
  const requests = `/free-fire/requests`;
  await admin.call('POST', `${requests}/${await requestTopUp(players.validated)}/validate`, {
    imageUrl: proof,
    note: 'Bien reçu',
  });
  await admin.call('POST', `${requests}/${await requestTopUp(players.refused)}/refuse`, {
    note: 'ID introuvable',
  });
  await requestTopUp(players.pending);
  return buyer;
}

test.beforeEach(async ({ almas, page }) => {
  if (!admin) {
    admin = await administrator(almas);
    karim = await movements(almas);
  }
  await enterAs(page, almas, karim);
});

const rows = (page: Page) => page.getByTestId('operation');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
const dialog = (page: Page) => page.getByRole('dialog');
const fact = (page: Page, name: string) =>
  dialog(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

async function open(page: Page) {
  await page.goto('/operations');
  await expect(page.getByRole('heading', { level: 1, name: 'Toutes les Opérations' })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
}

test('four filters narrow a reseller’s operations to all, credits, debits or Free Fire [OPS-01][OPS-02][OPS-03][OPS-04][OPS-05][OPS-06]', async ({
  page,
}) => {
  await open(page);
  const filter = page.getByRole('group', { name: 'Type d’opération' });
  await expect(filter.getByRole('radio')).toHaveCount(4);
  // Five transactions, and the refund of the refused request (AMB-96).
  await expect(rows(page)).toHaveCount(6);
  const types = () =>
    rows(page).evaluateAll((all) =>
      all.map((one) => one.querySelector('span + span > span')?.firstChild?.textContent),
    );
  await filter.getByText('Crédits').click();
  await expect.poll(types).toEqual(['Recharge']);
  await filter.getByText('Débits').click();
  await expect.poll(types).toEqual(['Achat']);
  await filter.getByText('Free Fire').click();
  await expect.poll(types).toEqual(['Free Fire', 'Free Fire', 'Free Fire', 'Free Fire']);
  await filter.getByText('Toutes').click();
  await expect(rows(page)).toHaveCount(6);
});

test('each operation shows type, description, date, signed amount and balance after [OPS-07][OPS-08][OPS-09][OPS-10][OPS-11][OPS-12]', async ({
  page,
}) => {
  await open(page);
  const credit = row(page, 'Recharge du solde');
  await expect(credit).toContainText('Recharge');
  await expect(credit.locator('time')).toHaveAttribute('datetime', /^\d{4}-/);
  await expect(credit).toContainText(spaced('+5 000 DA'));
  await expect(credit).toContainText(spaced('Solde après 5 000 DA'));
  const debit = row(page, 'Achat Robux - 400');
  await expect(debit).toContainText(spaced('-600 DA'));
  await expect(debit).toContainText(spaced('Solde après 4 400 DA'));
  await expect(row(page, players.pending)).toContainText(spaced('-150 DA'));
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

test('the row of a purchase opens its details without Free Fire fields [OPS-13][OPS-28]', async ({
  page,
}) => {
  await open(page);
  const opened = row(page, 'Achat Robux');
  await opened.click();
  await expect(fact(page, 'Type')).toHaveText('Achat');
  await expect(fact(page, 'Montant')).toHaveText(spaced('-600 DA'));
  await expect(fact(page, 'Date').locator('time')).toBeVisible();
  await expect(fact(page, 'Description')).toHaveText('Achat Robux - 400');
  await expect(fact(page, 'Solde après')).toHaveText(spaced('4 400 DA'));
  await expect(dialog(page).getByText('ID joueur')).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(opened).toBeFocused();
});

test('the details of a validated Free Fire operation show every field and link to the proof [OPS-14][OPS-15][OPS-18][OPS-19][OPS-20][OPS-21][OPS-22][OPS-23][OPS-24][OPS-25][OPS-27]', async ({
  page,
}) => {
  await open(page);
  await row(page, players.validated).click();
  await expect(fact(page, 'Statut')).toHaveText('Validé');
  await expect(fact(page, 'ID joueur')).toHaveText(players.validated);
  await expect(fact(page, 'Offre')).toHaveText('100 + 10 Diamants');
  await expect(fact(page, 'Diamants')).toHaveText('110');
  await expect(fact(page, 'Montant')).toHaveText(spaced('150 DA'));
  for (const name of ['Créée le', 'Validée le']) await expect(fact(page, name).locator('time')).toBeVisible();
  await expect(fact(page, 'Traitée par')).not.toBeEmpty();
  await expect(fact(page, 'Note de l’administrateur')).toHaveText('Bien reçu');
  await expect(fact(page, 'ID de transaction')).toHaveText(/^\d+$/);
  const link = dialog(page).getByRole('link', { name: /Voir la preuve/ });
  await expect(link).toHaveAttribute('href', proof);
  await expect(link).toHaveAttribute('target', '_blank');
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

test('the details of a refused Free Fire operation show its date, reason and refund, and no proof [OPS-17][OPS-22][OPS-24][OPS-26]', async ({
  page,
}) => {
  await open(page);
  await row(page, players.refused).click();
  await expect(fact(page, 'Statut')).toHaveText('Refusé');
  await expect(fact(page, 'Refusée le').locator('time')).toBeVisible();
  await expect(fact(page, 'Note de l’administrateur')).toHaveText('ID introuvable');
  await expect(dialog(page).getByRole('link')).toHaveCount(0);
  await expect(fact(page, 'Remboursé le').locator('time')).toBeVisible();
  await expect(fact(page, 'Solde après remboursement')).toHaveText(spaced('4 250 DA'));
});

test('the refund of a refused request is an operation of its own, and each balance follows from the one before [OPS-12]', async ({
  page,
}) => {
  await open(page);
  const refund = row(page, 'Remboursement Free Fire');
  await expect(refund).toContainText('Remboursé');
  await expect(refund).toContainText(spaced('+150 DA'));
  const figures = await rows(page).evaluateAll((all) =>
    all.map((one) => {
      const [, sign, amount, after] =
        /([+-])([\d\s,]+) DA.*?après ([\d\s,]+) DA/.exec((one.textContent ?? '').replace(/\s/g, ' ')) ?? [];
      const number = (text = '') => Number(text.replace(/\s/g, '').replace(',', '.'));
      return { change: number(amount) * (sign === '-' ? -1 : 1), after: number(after) };
    }),
  );
  for (const [index, { change, after }] of figures.entries())
    expect(after).toBe((figures[index + 1]?.after ?? 0) + change);
  await refund.click();
  await expect(fact(page, 'Statut')).toHaveText('Remboursé');
  await expect(fact(page, 'ID joueur')).toHaveText(players.refused);
  await expect(fact(page, 'Montant')).toHaveText(spaced('+150 DA'));
  await expect(fact(page, 'Remboursé le').locator('time')).toBeVisible();
  await expect(fact(page, 'Solde avant')).toHaveText(spaced('4 100 DA'));
  await expect(fact(page, 'Solde après')).toHaveText(spaced('4 250 DA'));
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

test('a purchase in the operations opens its codes in one tap, and from its details [OPS-13]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await page.getByRole('button', { name: /^Voir les codes/ }).click();
  await expect(dialog(page).getByTestId('code')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await row(page, 'Achat Robux').click();
  await dialog(page).getByRole('button', { name: 'Voir les codes' }).click();
  await expect(dialog(page).getByTestId('code')).toBeVisible();
});

test('the details of a pending Free Fire operation, or of a validated one without an image, have no proof [OPS-16][OPS-26]', async ({
  page,
}) => {
  await open(page);
  await row(page, players.pending).click();
  await expect(fact(page, 'Statut')).toHaveText('En attente');
  await expect(dialog(page).getByRole('link')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => history.state?.dialogs)).toBeUndefined();
  await withoutPageData(page);
  await page.route('**/api/operations*', async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replaceAll(JSON.stringify(proof), 'null');
    await route.fulfill({ response: response, body: text });
  });
  await page.reload();
  await row(page, players.validated).click();
  await expect(fact(page, 'Statut')).toHaveText('Validé');
  await expect(dialog(page).getByRole('link')).toHaveCount(0);
});

test('the open details of a pending Free Fire operation show the administrator’s decision when it is made', async ({
  page,
  almas,
}) => {
  const buyer = await reseller(almas, admin, { balance: 1_000 });
  const { requestId } = await buyer.call('POST', '/free-fire/requests', {
    offerId: 'ff_100_10',
    amount: 150,
    freeFireId: players.pending,
  });
  await enterAs(page, almas, buyer);
  await open(page);
  await row(page, players.pending).click();
  await expect(fact(page, 'Statut')).toHaveText('En attente');
  await admin.call('POST', `/free-fire/requests/${requestId}/validate`, { imageUrl: proof });
  await expect(fact(page, 'Statut')).toHaveText('Validé');
  await expect(dialog(page).getByRole('link')).toHaveAttribute('href', proof);
});

test('the operations say that there are none, that none matches the filter, or that they cannot be read [ERR-17][ERR-18]', async ({
  page,
  almas,
}) => {
  await enterAs(page, almas, await reseller(almas, admin));
  await page.goto('/operations');
  await expect(page.getByText('Aucune transaction trouvée')).toBeVisible();
  // No filter is set, so the message does not mention one.
  await expect(page.getByText('Aucun mouvement ne correspond à ce choix.')).toHaveCount(0);
  await page.getByText('Crédits', { exact: true }).click();
  await expect(page.getByText('Aucun mouvement ne correspond à ce choix.')).toBeVisible();
  await withoutPageData(page);
  await page.route('**/api/operations*', (route) =>
    route.fulfill({ status: 422, json: { code: 'INVALID_INPUT', message: 'Données invalides' } }),
  );
  await page.reload();
  await expect(page.getByText('Erreur de chargement', { exact: true })).toBeVisible();
  await expect(
    page.getByText("Impossible de charger l'historique des transactions", { exact: true }),
  ).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: 'Messages' })
      .getByText("Erreur de chargement – Impossible de charger l'historique des transactions"),
  ).toBeVisible();
});
