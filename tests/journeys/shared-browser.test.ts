import type { Page, Route } from '@playwright/test';
import { expect, signIn, signOut, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { holdRequests } from './support/hold-requests.ts';
import { hasStarted, withoutLiveEvents } from './support/page-data.ts';
import { createProductWithCodes, type ProductWithCodes, purchase } from './support/products.ts';
import { sql } from './support/sql.ts';

/* Two resellers sign in one after the other in the same browser, whose tabs stay open. */
let admin: Caller;
let first: Caller;
let second: Caller;
let product: ProductWithCodes;
test.beforeEach(async ({ almas, page }) => {
  admin ??= await administrator(almas);
  product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 150, stock: 5 }] });
  first = await reseller(almas, admin, { balance: 1_000 });
  second = await reseller(almas, admin, { balance: 2_000 });
  await enterAs(page, almas, first);
});

const seesBalance = (page: Page) => expect(page.getByText('2000.0 DA')).toBeVisible();

/** Buys a code and holds the response back. @returns a function that delivers it */
async function holdPurchase(page: Page): Promise<() => Promise<void>> {
  const held = new Promise<() => Promise<void>>((resolve) => {
    const hold = async (route: Route) => {
      if (route.request().method() !== 'POST') return await route.fallback();
      const response = await route.fetch();
      resolve(() => route.fulfill({ response }));
    };
    void page.route('**/api/purchases', hold);
  });
  await page.goto(`/catalog?game=${encodeURIComponent(product.game)}`);
  await page.getByRole('button', { name: 'Acheter 1 code' }).click();
  return await held;
}

// Turned red by: a response that is shown to the user who is signed in when it arrives.
test('a code whose response arrives after another reseller has signed in is shown to its buyer alone, at the next sign-in', async ({
  page,
  context,
}) => {
  const release = await holdPurchase(page);
  const other = await context.newPage();
  await other.goto('/dashboard');
  await signOut(other);
  await signIn(other, second);
  await seesBalance(page);
  const arrived = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/api/purchases'));
  await release();
  await arrived;
  // An open dialog would prevent these presses.
  await page.getByRole('link', { name: 'Mes cartes et opérations' }).click();
  await expect(page.getByText('Aucune carte achetée')).toBeVisible();
  await signOut(page);
  await signIn(page, first);
  const shown = page.getByRole('dialog', { name: 'Votre code' });
  await expect(shown.getByTestId('code')).toHaveAttribute('data-code', product.offers[0]?.codes[0] ?? '');
  await expect(page.getByText('850.0 DA')).toBeVisible();
});

// Turned red by: a tab that reads the account again and does not update the rest of the screen.
test('a tab of a reseller whose session has ended shows nothing of that reseller once another one has signed in', async ({
  page,
  context,
  almas,
}) => {
  await purchase(first, product);
  // Without live events, as behind a proxy that holds them back, the tab does not learn of the end of the session.
  await withoutLiveEvents(page);
  await page.goto('/card-history');
  await expect(page.getByText('Pack')).toBeVisible();
  await hasStarted(page);
  await sql(almas, "UPDATE sessions SET expires_at = now() - interval '1 minute' WHERE user_id = $1", [
    first.id,
  ]);
  await signIn(await context.newPage(), second);
  await expect(page.getByText('Aucune carte achetée')).toBeVisible();
  await expect(page.getByText('Pack')).toHaveCount(0);
  await seesBalance(page);
});

/*
 * A page in the browser's back/forward cache receives no messages. The browser of the journeys has no such cache: the events of leaving
 * and returning are dispatched by the test. Turned red by: a page that reads its data again and shows the former user until the response
 * arrives; one that compares times of the device's clock.
 */
test('a page that Back restores after another reseller has signed in shows nothing of the former one', async ({
  page,
  context,
}) => {
  await purchase(first, product);
  await withoutLiveEvents(page);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
  const listens = page.waitForRequest('**/api/events*');
  await page.goto('/card-history');
  await expect(page.getByText('Pack')).toBeVisible();
  await hasStarted(page);
  await listens;
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  const other = await context.newPage();
  // The device's clock is set back by an hour in the meantime.
  await other.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() - 3_600_000;
  });
  await other.goto('/dashboard');
  await signOut(other);
  await signIn(other, second);
  await expect(page.getByText('Pack')).toBeVisible();
  const release = await holdRequests(page, /\/api\/(?!events)/);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page.getByText('Pack')).toHaveCount(0);
  release();
  await expect(page).toHaveURL(/\/card-history$/);
  await expect(page.getByText('Aucune carte achetée')).toBeVisible();
  await seesBalance(page);
});

// Turned red by: a reload that waits for the calls of every user.
test('an unsettled purchase of another reseller in the same browser does not prevent a tab from loading a new version', async ({
  page,
  almas,
}) => {
  const call = {
    key: 'k',
    name: 'purchases.create',
    userId: first.id,
    state: 'lost',
    startedAt: Date.now(),
  };
  const stored = { ...call, subject: { what: 'Diamants · Pack', amount: 150 } };
  await page.addInitScript(
    (text) => localStorage.setItem('almas.money-call.k', text),
    JSON.stringify(stored),
  );
  await enterAs(page, almas, second);
  await page.clock.install();
  await page.goto('/operations');
  await hasStarted(page);
  await page.route('**/version.json', (route) => route.fulfill({ json: { version: 'another' } }));
  const checked = page.waitForResponse('**/version.json');
  await page.clock.fastForward('16:00');
  await (await checked).finished();
  const loaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole('link', { name: 'Mes cartes et opérations' }).click();
  await loaded;
});
