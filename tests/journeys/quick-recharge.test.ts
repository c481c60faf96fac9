import { errors } from '@almas/locale/errors';
import { common } from '@almas/locale/screens/common';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import {
  createNamedReseller,
  createPendingReseller,
  dropResponses,
  expectToast,
  refuseWithoutMessage,
  uniqueWord,
} from './support/accounts.ts';
import { administrator, type Caller, enterAs } from './support/callers.ts';
import { holdRequests } from './support/hold-requests.ts';
import { withoutLiveEvents } from './support/page-data.ts';
import { spaced } from './support/words.ts';

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  await enterAs(page, almas, admin);
});

const search = (page: Page) => page.getByRole('combobox', { name: 'Rechercher' });
const options = (page: Page) => page.getByRole('option');
const amount = (page: Page) => page.getByLabel('Montant (DA)');
/** Searches on the dashboard for a text that one reseller has. */
async function find(page: Page, text: string): Promise<void> {
  await page.goto('/admin');
  await search(page).fill(text);
  await expect(options(page)).toHaveCount(1);
}
/** The button next to the chosen reseller. */
const change = (page: Page) => page.getByRole('button', { name: 'Changer' });
const submit = (page: Page) => page.getByRole('button', { name: 'Recharger', exact: true });

/** The newest transaction of an account. */
const lastOf = async (id: string) => (await admin.call('GET', `/users/${id}/transactions`)).items[0];

test('the quick recharge finds an active reseller by name, email and company, without case or accents [ADM-13][ADM-14][ADM-15]', async ({
  page,
  almas,
}) => {
  const company = uniqueWord('Épicerie');
  const reseller = await createNamedReseller(almas, admin, { company });
  // The same company, not active: it cannot be credited (AMB-66).
  await createPendingReseller(almas, { company });
  await page.goto('/admin');
  for (const text of [reseller.name, reseller.email, company.replace('É', 'e')]) {
    await search(page).fill(text);
    await expect(options(page)).toHaveCount(1);
    await expect(options(page)).toContainText(reseller.name);
  }
  await search(page).fill(uniqueWord('personne'));
  await expect(page.getByText('Aucun revendeur actif trouvé')).toBeVisible();
});

test('the quick recharge searches 300 ms after the last key, and shows at most five resellers [ADM-16][ADM-17]', async ({
  page,
  almas,
}) => {
  const company = uniqueWord('Groupe');
  for (let count = 0; count < 6; count += 1) await createNamedReseller(almas, admin, { company });
  await withoutLiveEvents(page);
  await page.clock.install();
  await page.goto('/admin');
  await expect(search(page)).toBeVisible();
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('search=')) requested.push(request.url());
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  await search(page).fill(company.slice(0, -1));
  await page.clock.runFor(250);
  await search(page).fill(company);
  await page.clock.runFor(299);
  expect(requested).toEqual([]);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(options(page)).toHaveCount(5);
  expect(requested).toHaveLength(1);
  expect(requested[0]).toContain(company);
});

// Turned red by: Enter that is ignored while the list is read for any reason, and not only for another search text.
test('Enter chooses the shown reseller while the list is read again because another account changed', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await find(page, reseller.email);
  const release = await holdRequests(page, /\/api\/users\?.*search=/);
  const reading = page.waitForRequest(/\/api\/users\?.*search=/);
  await createPendingReseller(almas);
  await reading;
  await search(page).press('Enter');
  await expect(change(page)).toBeVisible();
  release();
});

test('the quick recharge shows the balance before and after, then credits the amount with its note [ADM-18][ERR-25]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin, { balance: 250 });
  await find(page, reseller.name);
  await search(page).press('Enter');
  await expect(change(page)).toBeVisible();
  await expect(page.getByText(`${reseller.company} · ${reseller.email}`)).toBeVisible();
  await amount(page).fill('1000.5');
  await page.getByLabel('Note').fill('Espèces au comptoir');
  await expect(page.getByLabel('Effet sur le solde')).toContainText(spaced('250 DA'));
  await expect(page.getByTestId('balance-after')).toHaveText(spaced('1 250,50 DA'));
  expect(await admin.call('GET', `/users/${reseller.id}`)).toMatchObject({ balance: 250 });
  await submit(page).click();
  await expectToast(page, 'Recharge effectuée');
  expect(await admin.call('GET', `/users/${reseller.id}`)).toMatchObject({ balance: 1_250.5 });
  expect(await lastOf(reseller.id)).toMatchObject({ amount: 1_000.5, reason: 'Espèces au comptoir' });
  await expect(amount(page)).toHaveValue('');
  await expect(search(page)).toBeVisible();
});

test('the quick recharge without a note has the reason of the dashboard [ADM-22]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await page.goto('/admin');
  await search(page).fill(reseller.email);
  await options(page).click();
  await amount(page).fill('400');
  await amount(page).press('Enter');
  await expectToast(page, 'Recharge effectuée');
  expect(await lastOf(reseller.id)).toMatchObject({ reason: 'Recharge rapide depuis le dashboard admin' });
});

test('the quick recharge says what is missing or wrong and sends nothing [ADM-19][ADM-20][ADM-21]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/recharge') && request.method() === 'POST') sent.push(request.url());
  });
  const region = page.getByRole('region', { name: 'Messages' });
  const expectOnly = async (text: string) => {
    await expectToast(page, text);
    for (const close of await region.getByRole('button').all()) await close.click();
    await expect(region.getByText(text)).toHaveCount(0);
  };
  await page.goto('/admin');
  await amount(page).fill('500');
  await submit(page).click();
  await expectOnly('Données manquantes');
  await search(page).fill(reseller.email);
  await options(page).click();
  await amount(page).fill('');
  await submit(page).click();
  await expectOnly('Données manquantes');
  for (const wrong of ['0', '-5']) {
    await amount(page).fill(wrong);
    await submit(page).click();
    await expectOnly('Montant invalide');
  }
  expect(sent).toEqual([]);
  await submit(page).press('Enter');
  const message = region.getByText('Montant invalide');
  await expect(message).toBeVisible();
  await amount(page).fill('');
  await submit(page).press('Enter');
  await expect(region.getByText('Données manquantes')).toBeVisible();
  expect(await region.getByRole('alert').allTextContents()).toEqual(['Données manquantes']);
});

test.describe('on an unreliable network', () => {
  test.use({ allowed: [/net::ERR_FAILED/] });

  test('the quick recharge credits once when its response is lost and the button is pressed again, and says so', async ({
    page,
    almas,
  }) => {
    const reseller = await createNamedReseller(almas, admin);
    await dropResponses(page, '**/recharge', { calls: 1 });
    await page.goto('/admin');
    await search(page).fill(reseller.email);
    await options(page).click();
    await amount(page).fill('300');
    await submit(page).click();
    await expectToast(page, 'Connexion au serveur impossible. Vérifiez votre connexion internet.');
    await expect(amount(page)).toHaveValue('300');
    await submit(page).click();
    await expectToast(page, /^Recharge effectuée – une seule fois, avec l’essai du \d/);
    expect(await admin.call('GET', `/users/${reseller.id}`)).toMatchObject({ balance: 300 });
    // The next one is a recharge of its own, of the same amount too.
    await search(page).fill(reseller.email);
    await options(page).click();
    await amount(page).fill('300');
    await submit(page).click();
    await expectToast(page, 'Recharge effectuée');
    expect(await admin.call('GET', `/users/${reseller.id}`)).toMatchObject({ balance: 600 });
  });
});

test('a refused quick recharge shows the server’s sentence, or the fallback when it has none [ERR-05]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await page.goto('/admin');
  await search(page).fill(reseller.email);
  await options(page).click();
  // Deactivated by a colleague after the choice.
  await admin.call('POST', `/users/${reseller.id}/deactivate`, {});
  await amount(page).fill('10');
  await submit(page).click();
  await expectToast(page, 'Le compte doit être activé pour recevoir des recharges');
  await refuseWithoutMessage(page, '**/recharge');
  await amount(page).fill('10');
  await submit(page).click();
  await expectToast(page, 'Erreur de recharge');
});

test.describe('after a lost response', () => {
  test.use({ allowed: [/net::ERR_FAILED/] });

  test('a quick recharge whose response was lost and that is sent again with another amount says that the first one was made', async ({
    page,
    almas,
  }) => {
    const reseller = await createNamedReseller(almas, admin);
    await find(page, reseller.name);
    await search(page).press('Enter');
    const stopDropping = await dropResponses(page, '**/api/users/*/recharge');
    await amount(page).fill('1000');
    await submit(page).click();
    await expectToast(page, common.network.lost);
    await stopDropping();
    await amount(page).fill('1500');
    await submit(page).click();
    await expectToast(page, errors.KEY_REUSED);
    expect((await lastOf(reseller.id)).balanceAfter).toBe(1_000);
    // Sent once more after that message, it is a recharge of its own.
    await submit(page).click();
    await expectToast(page, 'Recharge effectuée');
    expect((await lastOf(reseller.id)).balanceAfter).toBe(2_500);
  });
});
