import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { dropResponses } from './support/accounts.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { openLive } from './support/page-data.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { chooseOffer, openAllDay } from './support/top-up.ts';
import { spaced } from './support/words.ts';

const success = 'Demande envoyée avec succès! Elle sera traitée par un administrateur.';

let admin: Caller;
let buyer: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  await openAllDay(admin);
  buyer = await reseller(almas, admin, { balance: 2_000 });
  await enterAs(page, almas, buyer);
});

const requestTopUp = (user: Caller, freeFireId = '12345678') =>
  user.call('POST', '/free-fire/requests', { freeFireId, offerId: 'ff_100_10', amount: 150 });

const send = (page: Page) => page.getByRole('button', { name: 'Envoyer la demande' });
const lines = (page: Page) => page.getByRole('list', { name: 'Dernières demandes' }).getByRole('button');

async function fillRequest(page: Page, playerId = ' 12345678 ') {
  await page.getByLabel('ID Free Fire').fill(playerId);
  await chooseOffer(page);
}

test('the Free Fire form has the player, five offers, the balance now and after, and a button [FFR-05][FFR-06][FFR-07][FFR-08]', async ({
  page,
}) => {
  await page.goto('/freefire');
  const form = page.getByRole('form', { name: 'Nouvelle demande' });
  await expect(form.getByLabel('ID Free Fire')).toBeVisible();
  await expect(form.getByRole('radio')).toHaveCount(5);
  await expect(form.getByText('310 + 31 Diamants')).toBeVisible();
  await expect(form.getByTestId('balance-now')).toHaveText(spaced('2 000 DA'));
  await chooseOffer(page, /310 \+ 31 Diamants/);
  await expect(form.getByTestId('balance-after')).toHaveText(spaced('1 550 DA'));
  await chooseOffer(page, /1060 \+ 106 Diamants/);
  await expect(form.getByTestId('balance-after')).toHaveText(spaced('500 DA'));
  await expect(send(page)).toBeEnabled();
});

test('the Free Fire form reports an empty or wrong player ID and a missing offer, and sends nothing [FFR-11][FFR-12]', async ({
  page,
}) => {
  await page.goto('/freefire');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await send(page).click();
  const playerId = page.getByLabel('ID Free Fire');
  await expect(page.getByText('Veuillez saisir un ID Free Fire')).toBeVisible();
  await expect(page.getByText('Veuillez sélectionner une offre')).toBeVisible();
  await expect(playerId).toBeFocused();
  await expect(playerId).toHaveAttribute('aria-invalid', 'true');
  await playerId.fill('1234567');
  await expect(page.getByText('Veuillez saisir un ID Free Fire')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByText('ID Free Fire doit contenir 8 à 12 chiffres')).toBeVisible();
  await playerId.fill('123456789012');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Veuillez sélectionner une offre')).toBeVisible();
  await expect(page.getByRole('radio', { name: /100 \+ 10 Diamants/ })).toBeFocused();
  expect(sent).toEqual([]);
});

test('a balance that does not cover a Free Fire offer is reported before sending, or by the server [FFR-07]', async ({
  page,
  allowed,
}) => {
  allowed.push(/net::ERR_FAILED/);
  await page.goto('/freefire');
  await page.getByLabel('ID Free Fire').fill('12345678');
  await chooseOffer(page, /2180 \+ 218 Diamants/);
  await expect(page.getByTestId('balance-after')).toHaveText(spaced('-1 000 DA'));
  await expect(page.getByText(spaced('Il vous manque 1 000 DA'))).toBeVisible();
  await expect(send(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Demander une recharge' }).click();
  await expect(page.getByRole('dialog', { name: 'Demandes de recharge' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await chooseOffer(page, /1060 \+ 106 Diamants/);
  await expect(send(page)).toBeEnabled();
  // Other requests reduce the balance, and this screen receives no event of it (AMB-86).
  await page.route('**/api/events*', (route) => route.abort());
  await page.route('**/api/session', (route) => route.abort());
  for (let count = 0; count < 5; count += 1) await requestTopUp(buyer);
  await send(page).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Solde insuffisant. Solde actuel: 1250 DA, Prix: 1500 DA' }),
  ).toBeVisible();
  await expect(page.getByLabel('ID Free Fire')).toHaveValue('12345678');
});

test('a Free Fire price that changes after the press is shown in the form, and nothing is debited', async ({
  page,
}) => {
  await page.goto('/freefire');
  await fillRequest(page);
  const form = page.getByRole('form', { name: 'Nouvelle demande' });
  await expect(form.getByTestId('balance-after')).toHaveText(spaced('1 850 DA'));
  let calls = 0;
  await page.route('**/api/free-fire/requests', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    calls += 1;
    if (calls === 1) await admin.call('PATCH', '/free-fire/offers/ff_100_10', { price: 480 });
    await route.continue();
  });
  try {
    await send(page).click();
    await expect(page.getByText(spaced('Le prix a changé : 480 DA'), { exact: true })).toBeVisible();
    await expect(page.getByText('Erreur de validation interne')).toHaveCount(0);
    await expect(form.getByRole('radio', { name: /100 \+ 10 Diamants.*480\sDA/ })).toBeChecked();
    await expect(form.getByTestId('balance-after')).toHaveText(spaced('1 520 DA'));
    await expect(page.getByLabel('ID Free Fire')).toHaveValue(' 12345678 ');
    expect(await buyer.call('GET', '/me')).toMatchObject({ balance: 2_000 });
    await send(page).click();
    await expect(page.getByText(success)).toBeVisible();
    expect(await buyer.call('GET', '/me')).toMatchObject({ balance: 1_520 });
  } finally {
    await admin.call('PATCH', '/free-fire/offers/ff_100_10', { price: 150 });
  }
});

test('a recharge requested from the Free Fire form sends no Free Fire request', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/requests')) sent.push(request.url());
  });
  await page.goto('/freefire');
  await page.getByLabel('ID Free Fire').fill('12345678');
  await chooseOffer(page, /2180 \+ 218 Diamants/);
  await page.getByRole('button', { name: 'Demander une recharge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Demandes de recharge' });
  await dialog.getByLabel('Montant (DA)').fill('100');
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(dialog.getByText('En attente')).toBeVisible();
  expect(sent.filter((url) => url.includes('free-fire'))).toEqual([]);
});

test('the Free Fire form repeats the player ID in groups of three before the request is sent', async ({
  page,
}) => {
  await page.goto('/freefire');
  const repeated = page.getByTestId('player-repeated');
  await expect(repeated).toHaveCount(0);
  // Grouped as the screens show it, inside the invisible direction marks of a messenger.
  await page.getByLabel('ID Free Fire').fill(' \u202a123\u00a0456\u00a0789\u00a0012\u202c ');
  await expect(repeated).toHaveText('123\u00a0456\u00a0789\u00a0012');
  await page.getByLabel('ID Free Fire').fill('12345678');
  await expect(repeated).toHaveText('123\u00a0456\u00a078');
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

test('a reseller sends a Free Fire request and sees its refusal and refund without a reload [FFR-10][FFR-33][GEN-11]', async ({
  page,
}) => {
  await openLive(page, () => page.goto('/freefire'));
  await expect(page.getByText('Aucune demande trouvée')).toBeVisible();
  await fillRequest(page);
  await send(page).dblclick();
  await expect(page.getByText(success)).toBeVisible();
  await expect(page.getByTestId('sidebar-balance').first()).toHaveText('1850.0 DA');
  await expect(page.getByTestId('balance-now')).toHaveText(spaced('1 850 DA'));
  await expect(page.getByLabel('ID Free Fire')).toHaveValue('');
  await expect(lines(page)).toHaveCount(1);
  await lines(page).click();
  const dialog = page.getByRole('dialog', { name: 'Demande Free Fire' });
  await expect(dialog.getByText('En attente', { exact: true })).toBeVisible();
  await expect(dialog.getByText('12345678')).toBeVisible();
  const { items } = await buyer.call('GET', '/free-fire/requests');
  expect(items).toHaveLength(1);
  expect(items[0].playerId).toBe('12345678');
  await admin.call('POST', `/free-fire/requests/${items[0].id}/refuse`, { note: 'Joueur introuvable' });
  await expect(dialog.getByText('Refusé', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Joueur introuvable')).toBeVisible();
  await expect(dialog.getByText(spaced('150 DA ont été remboursés sur votre solde.'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(lines(page)).toBeFocused();
  await expect(lines(page)).toContainText('Refusé');
  await expect(page.getByTestId('sidebar-balance').first()).toHaveText('2000.0 DA');
});

test('a validated Free Fire request shows its proof, its note and who processed it [FFR-10]', async ({
  page,
}) => {
  const { requestId } = await requestTopUp(buyer);
  const imageUrl = 'https://images.exemple.dz/preuve.png';
  await admin.call('POST', `/free-fire/requests/${requestId}/validate`, { imageUrl, note: 'Livré' });
  await page.goto('/freefire');
  await lines(page).click();
  const dialog = page.getByRole('dialog', { name: 'Demande Free Fire' });
  for (const text of ['Validé', '100 + 10 Diamants', '110', 'Livré', `#${requestId}`])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  await expect(dialog.getByText(spaced('2 000 DA → 1 850 DA'))).toBeVisible();
  await expect(dialog.getByText('Traitée par')).toBeVisible();
  const proof = dialog.getByRole('link', { name: /Voir la preuve/ });
  await expect(proof).toHaveAttribute('href', imageUrl);
  await expect(proof).toHaveAttribute('target', '_blank');
});

test('a reseller’s Free Fire screen lists the ten newest requests [FFR-09][PRM-11]', async ({ page }) => {
  for (let nth = 10; nth <= 20; nth += 1) await requestTopUp(buyer, `123456${nth}`);
  await page.goto('/freefire');
  await expect(lines(page)).toHaveCount(10);
  await expect(lines(page).first()).toContainText('Joueur 12345620');
  await expect(lines(page).last()).toContainText('Joueur 12345611');
});

test('a Free Fire request that stores its player only as freeFireId still shows the player [ENT-39]', async ({
  page,
}) => {
  await requestTopUp(buyer);
  await page.route('**/api/free-fire/requests?*', async (route) => {
    const response = await route.fetch();
    const { items, ...rest } = await response.json();
    const [{ playerId, ...old }] = items;
    await route.fulfill({ json: { ...rest, items: [{ ...old, freeFireId: playerId }] } });
  });
  await page.goto('/freefire');
  await expect(lines(page)).toContainText('Joueur 12345678');
  await lines(page).click();
  await expect(page.getByRole('dialog').getByText('12345678', { exact: true })).toBeVisible();
});

test.describe('when the response is lost', () => {
  test.use({ allowed: [/net::ERR_FAILED/] });

  test('when the response is lost, a Free Fire request is settled with its key, debited once and never sent again', async ({
    page,
  }) => {
    const keys: (string | undefined)[] = [];
    let losing = true;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/free-fire/requests'))
        keys.push(request.headers()['idempotency-key']);
    });
    await dropResponses(page, '**/api/free-fire/requests');
    await page.route('**/api/outcomes/*', (route) => (losing ? route.abort() : route.fallback()));
    await page.goto('/freefire');
    await fillRequest(page);
    await send(page).click();
    await expect(page.getByText('Vérification en cours…')).toBeVisible();
    await expect(page.getByText(/Nous vérifions votre demande : ne la refaites pas/)).toBeVisible();
    await send(page).click({ force: true });
    losing = false;
    await expect(page.getByText(success)).toBeVisible();
    await expect(page.getByText('Vérification en cours…')).toHaveCount(0);
    await expect(lines(page)).toHaveCount(1);
    expect(keys).toHaveLength(1);
    expect((await buyer.call('GET', '/me')).balance).toBe(1_850);
  });

  test('when the response is lost and the page closed, the next visit settles the Free Fire request', async ({
    page,
  }) => {
    await dropResponses(page, '**/api/free-fire/requests');
    await page.route('**/api/outcomes/*', (route) => route.abort());
    await page.goto('/freefire');
    await fillRequest(page);
    await send(page).click();
    await expect(page.getByText('Vérification en cours…')).toBeVisible();
    // The page is closed before the network is back: only the next visit asks for the outcome again.
    await page.goto('about:blank');
    await page.unrouteAll();
    await page.goto('/freefire');
    await expect(page.getByText(success)).toBeVisible();
    await expect(lines(page)).toHaveCount(1);
    expect((await buyer.call('GET', '/me')).balance).toBe(1_850);
  });
});

test('the Free Fire screen and its dialog are accessible and fit a phone', async ({ page }) => {
  await requestTopUp(buyer);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/freefire');
  await fillRequest(page);
  await expect(lines(page)).toHaveCount(1);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await lines(page).click();
  await expect(page.getByRole('dialog').getByText('En attente', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
});
