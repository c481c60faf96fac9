import type { Page } from '@playwright/test';
import { expect, submitSignIn, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { chooseOffer, openAllDay } from './support/top-up.ts';

/** The limit of recharge requests is that of the specification; the others are lower, so that the tests are short. */
test.use({
  environment: {
    RATE_LIMIT_RECHARGE_REQUEST: '5',
    RATE_LIMIT_FREEFIRE_REQUEST: '2',
    RATE_LIMIT_PURCHASE: '1',
    RATE_LIMIT_LOGIN_ATTEMPT: '20',
  },
});

const sentences = {
  recharge: 'Trop de demandes de recharge. Veuillez patienter avant de faire une nouvelle demande.',
  freeFire: 'Trop de demandes Free Fire. Veuillez patienter avant de faire une nouvelle demande.',
  login: 'Trop de tentatives. Réessayez plus tard',
  purchase: "Trop d'achats. Veuillez patienter avant de faire un nouvel achat.",
};

let admin: Caller;
let buyer: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  buyer = await reseller(almas, admin, { balance: 5_000 });
  await enterAs(page, almas, buyer);
});

/** The statuses of the responses to POST calls of one path, in the order in which they arrive. */
function statusesOf(page: Page, path: string): number[] {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith(path))
      statuses.push(response.status());
  });
  return statuses;
}

const refused = (page: Page, sentence: string) => page.getByRole('alert').filter({ hasText: sentence });

/** Closes all messages, so that the next refusal is a new one. Other messages, such as its explanation, may appear meanwhile. */
async function dismiss(page: Page, sentence: string) {
  const closers = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Fermer' });
  await closers.evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLButtonElement).click();
  });
  await expect(refused(page, sentence)).toHaveCount(0);
}

test('five recharge requests in an hour pass, the server refuses the sixth, and the browser the seventh without a call [RRQ-05][LIM-08][LIM-13]', async ({
  page,
}) => {
  const statuses = statusesOf(page, '/api/recharge-requests');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Demander une recharge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Demandes de recharge' });
  const send = async () => {
    await dialog.getByLabel('Montant (DA)').fill('100');
    await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  };
  for (let nth = 1; nth <= 5; nth += 1) {
    await send();
    await expect.poll(() => statuses).toHaveLength(nth);
    await expect(dialog.getByLabel('Montant (DA)')).toHaveValue('');
    const { items } = await buyer.call('GET', '/recharge-requests?status=pending');
    for (const { id } of items) await buyer.call('POST', `/recharge-requests/${id}/cancel`, {});
  }
  await send();
  await expect(refused(page, sentences.recharge)).toBeVisible();
  await expect.poll(() => statuses).toEqual([200, 200, 200, 200, 200, 429]);
  await dismiss(page, sentences.recharge);
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(refused(page, sentences.recharge)).toBeVisible();
  expect(statuses).toHaveLength(6);
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('limit')));
  expect(kept).toEqual([`almas.limit.recharge_request.${buyer.id}`]);
});

test('after two Free Fire requests the server refuses the third, and the browser the next one without a call [FFR-24][LIM-13][LIM-14]', async ({
  page,
}) => {
  await openAllDay(admin);
  const statuses = statusesOf(page, '/api/free-fire/requests');
  await page.goto('/freefire');
  // Another player each time: a repeated request for the same player would cause a warning.
  let player = 12_345_675;
  const send = async () => {
    player += 1;
    await page.getByLabel('ID Free Fire').fill(String(player));
    await chooseOffer(page);
    await page.getByRole('button', { name: 'Envoyer la demande' }).click();
  };
  for (let nth = 1; nth <= 2; nth += 1) {
    await send();
    await expect(page.getByLabel('ID Free Fire')).toHaveValue('');
  }
  await send();
  await expect(refused(page, sentences.freeFire)).toBeVisible();
  await expect.poll(() => statuses).toEqual([200, 200, 429]);
  await dismiss(page, sentences.freeFire);
  await page.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(refused(page, sentences.freeFire)).toBeVisible();
  expect(statuses).toHaveLength(3);
  await expect(page.getByLabel('ID Free Fire')).toHaveValue('12345678');
});

test('the limit of purchases is kept per user in the browser, which refuses further ones without a call [BUY-29][LIM-13]', async ({
  page,
}) => {
  const product = await admin.call('POST', '/products', {
    name: 'Diamants',
    game: 'Free Fire',
    offers: [{ name: '100 + 10', value: '110 Diamants', price: 100 }],
  });
  const [offer] = product.offers;
  const codes = ['LIMITE-0001', 'LIMITE-0002', 'LIMITE-0003'];
  await admin.call('POST', `/products/${product.id}/offers/${offer.id}/codes`, { codes });
  const statuses = statusesOf(page, '/api/purchases');
  await page.goto('/catalog?game=Free%20Fire');
  const buy = page.getByRole('button', { name: /Acheter 1 code/ });
  await buy.click();
  await expect(page.getByText('Achat effectué avec succès !')).toBeVisible();
  const bought = page.getByRole('dialog', { name: 'Votre code' });
  await bought.getByRole('button', { name: 'Fermer' }).first().click();
  await expect(bought).toHaveCount(0);
  await buy.click();
  await expect(refused(page, sentences.purchase)).toBeVisible();
  await expect.poll(() => statuses).toEqual([200, 429]);
  await dismiss(page, sentences.purchase);
  await buy.click();
  await expect(refused(page, sentences.purchase)).toBeVisible();
  expect(statuses).toHaveLength(2);
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('limit')));
  expect(kept).toEqual([`almas.limit.purchase.${buyer.id}`]);
});

test('after too many sign-ins the server refuses the next one, and then the browser without a call [LIM-13]', async ({
  page,
}) => {
  await page.context().clearCookies();
  await page.goto('/login');
  const attempt = (email: string) =>
    page.evaluate(async (address) => {
      const response = await fetch('/api/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: address, password: 'incorrect' }),
      });
      return response.status;
    }, email);
  await expect.poll(() => attempt(buyer.email), { intervals: [0], timeout: 30_000 }).toBe(429);
  await submitSignIn(page, buyer);
  await expect(refused(page, sentences.login)).toBeVisible();
  const statuses = statusesOf(page, '/api/login');
  await dismiss(page, sentences.login);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(refused(page, sentences.login)).toBeVisible();
  expect(statuses).toEqual([]);
});
