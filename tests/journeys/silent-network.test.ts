import type { Page } from '@playwright/test';
import { expect, signOut, test } from '../support/browser.ts';
import { type StallingProxy, stallingProxy } from '../support/stalling-proxy.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { createProductWithCodes, type ProductWithCodes } from './support/products.ts';

// The proxy has an address of its own; a connection that hangs when a journey ends is cut.
test.use({
  serviceWorkers: 'allow',
  allowed: [[/net::ERR_/, /request to another host: http:\/\/127\.0\.0\.1:/], { scope: 'test' }] as never,
});

let admin: Caller;
let buyer: Caller;
let product: ProductWithCodes;
let wire: StallingProxy;
test.beforeEach(async ({ almas, page }) => {
  admin ??= await administrator(almas);
  product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 150, stock: 3 }] });
  buyer = await reseller(almas, admin, { balance: 1_000 });
  const [offer] = product.offers;
  await buyer.call('POST', '/purchases', { productId: product.id, offerId: offer?.id, quantity: 1 });
  wire = await stallingProxy(almas.baseURL);
  await enterAs(page, almas, buyer);
  await page.goto(`${wire.baseURL}/dashboard`);
  await page.evaluate(() => navigator.serviceWorker.ready);
});
test.afterEach(() => wire.close());

const game = (page: Page) => page.getByRole('link', { name: new RegExp(product.game) });
const entry = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: '150 DA' });
const moment = (page: Page) =>
  page.getByText(/Le serveur ne répond pas\. Dernières informations connues : .*\d{2}:\d{2}\./);
const balance = (page: Page) => page.getByRole('banner').getByText(/\d DA/);

/** The paths of the responses that the worker has cached. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('almas-last-known-2');
    return (await cache.keys()).map(({ url }) => new URL(url).pathname);
  });

async function visitAll(page: Page) {
  await page.goto(`${wire.baseURL}/operations`);
  await expect(entry(page)).toBeVisible();
  await page.goto(`${wire.baseURL}/catalog`);
  await expect(game(page)).toBeVisible();
  for (const path of ['/api/session', '/api/operations', '/api/products'])
    await expect.poll(() => kept(page)).toContain(path);
}

test('on a network that never responds, the application opens within 3 s with the last known data and their time [CNT-34]', async ({
  page,
}) => {
  await visitAll(page);
  const screens = [
    ['/catalog', game(page)],
    ['/operations', entry(page)],
  ] as const;
  /** Milliseconds until the screen shows its data, three times. */
  const openings = async ([path, shown]: (typeof screens)[number]) => {
    const milliseconds: number[] = [];
    for (let opening = 0; opening < 3; opening += 1) {
      await page.goto(`${wire.baseURL}${path}`, { waitUntil: 'commit' });
      await shown.waitFor();
      milliseconds.push(await page.evaluate(() => performance.now()));
    }
    return milliseconds;
  };
  // A machine that takes more than half a second with a server that responds may take as much more after the two seconds of the worker.
  const onThisMachine = Math.min(...(await openings(screens[0])));
  wire.block();
  for (const screen of screens) {
    const silent = await openings(screen);
    await expect(moment(page)).toBeVisible();
    // The best of three; a longer wait for the server would be in all three.
    expect(Math.min(...silent), `${screen[0]}: ${silent}`).toBeLessThan(
      Math.max(3_000, 2_500 + onThisMachine),
    );
  }
});

test('a late response of the server replaces the last known data on every part of the screen', async ({
  page,
}) => {
  await visitAll(page);
  wire.block();
  await page.goto(`${wire.baseURL}/operations`, { waitUntil: 'commit' });
  await expect(moment(page)).toBeVisible();
  await expect(entry(page)).toHaveCount(1);
  await expect(balance(page)).toContainText('850');
  const [offer] = product.offers;
  await buyer.call('POST', '/purchases', { productId: product.id, offerId: offer?.id, quantity: 1 });
  await expect(entry(page)).toHaveCount(1);
  wire.unblock();
  await expect(entry(page)).toHaveCount(2);
  await expect(balance(page)).toContainText('700');
  await expect(moment(page)).toHaveCount(0);
});

// Turned red by: a worker that answers every read from its cache after 2 s: the screen would not show the purchase.
test('on a network that takes longer than 2 s, a screen that is refreshed waits for the server', async ({
  page,
}) => {
  await visitAll(page);
  await page.goto(`${wire.baseURL}/operations`);
  await expect(entry(page)).toHaveCount(1);
  wire.slow(3_000);
  const [offer] = product.offers;
  await buyer.call('POST', '/purchases', { productId: product.id, offerId: offer?.id, quantity: 1 });
  await expect(entry(page)).toHaveCount(2);
  await expect(balance(page)).toContainText('700');
  await expect(moment(page)).toHaveCount(0);
});

test('after a user has signed out, nothing of the account is shown on a network that never responds', async ({
  page,
}) => {
  await visitAll(page);
  await signOut(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => kept(page)).not.toContain('/api/operations');
  wire.block();
  await page.goto(`${wire.baseURL}/operations`, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.now() > 3_000);
  await expect(entry(page)).toHaveCount(0);
  await expect(balance(page)).toHaveCount(0);
});
