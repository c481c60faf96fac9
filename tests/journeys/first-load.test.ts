import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pageDataId } from '@almas/contract/page-data';
import type { Page, Request } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { holdRequests } from './support/hold-requests.ts';
import { hasStarted, withoutLiveEvents } from './support/page-data.ts';
import { createProductWithCodes } from './support/products.ts';
import { sql } from './support/sql.ts';
import { spaced } from './support/words.ts';

const budget = fileURLToPath(new URL('../../web/budget.mjs', import.meta.url));

test('the first load of the sign-in, the dashboard and the catalogue stays within its budget, and no screen needs more than 20 files', () => {
  const { status, stdout } = spawnSync(process.execPath, [budget], { encoding: 'utf8' });
  expect(status, stdout).toBe(0);
  expect(stdout).toMatch(
    /\/login .*\n.*\/dashboard .*\n.*\/catalog .*\n.*every screen: at most \d+ of 20 files /,
  );
});

/** Files that the running application loads in the background; no screen waits for them. */
const background = /\/(background|controls|new-version|product-strip)-[\w-]+\.(js|css)$/;

// Turned red by: a page without its Link header; a Link to the session that the application's own call does not match.
for (const path of ['/login', '/dashboard', '/catalog', '/operations']) {
  test(`the response to ${path} names the files that the page needs, and none is requested twice`, async ({
    page,
    almas,
  }) => {
    if (path !== '/login') await enterAs(page, almas, await reseller(almas, await administrator(almas)));
    await withoutLiveEvents(page);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    const response = await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Chargement…' })).toHaveCount(0);
    const named = `${response?.headers().link} ${await response?.text()}`;
    const files = requested.filter((file) => /^\/assets\/.*\.(js|css)$/.test(file));
    // The libraries, the application, the screen and their styles.
    expect(files.length).toBeGreaterThan(5);
    expect(files.length).toBeLessThanOrEqual(20);
    expect(files.filter((file) => !named.includes(file) && !background.test(file))).toEqual([]);
    // A server that is too busy to respond within a second sends the page without its data: the application then reads them once.
    const hasData = named.includes(`id="${pageDataId}"`);
    expect(requested.filter((one) => one === '/api/session')).toHaveLength(hasData ? 0 : 1);
    expect(files).toHaveLength(new Set(files).size);
  });
}

/*
 * Turned red by: the files of the address for a visitor, who is shown the sign-in; a page of `/` that names nothing; a pending account's
 * page with the screen that it may not see.
 */
test.describe('a page that redirects', () => {
  /** The files that the application requests by itself when the page names none, now and later. */
  async function requestedWithoutLinks(page: Page, path: string): Promise<string[]> {
    const requested: string[] = [];
    const note = (request: Request) => requested.push(new URL(request.url()).pathname);
    await page.route(
      (url) => url.pathname === path,
      async (route) => {
        const response = await route.fetch();
        const { link: _, ...headers } = response.headers();
        await route.fulfill({ response, headers });
      },
      { times: 1 },
    );
    page.on('request', note);
    await page.goto(path);
    await shown(page);
    return requested;
  }
  async function shown(page: Page): Promise<void> {
    await hasStarted(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  for (const [who, path, name] of [
    ['a visitor', '/', 'Connexion'],
    ['a visitor', '/catalog', 'Connexion'],
    ['a visitor', '/nulle-part', 'Page non trouvée'],
    ['a reseller', '/', /Bienvenue/],
    ['a reseller', '/login', /Bienvenue/],
    ['a pending reseller', '/catalog', "Compte en attente d'activation"],
    ['an administrator', '/', 'Tableau de bord'],
    ['an administrator', '/catalog', 'Accès non autorisé'],
  ] as const) {
    test(`the page ${path} of ${who} names no file that its screen does not need`, async ({
      page,
      almas,
    }) => {
      const admin = await administrator(almas);
      const buyer = await reseller(almas, admin);
      if (who === 'a pending reseller')
        await sql(almas, "UPDATE users SET status = 'pending' WHERE id = $1", [buyer.id]);
      if (who === 'an administrator') await enterAs(page, almas, admin);
      else if (who !== 'a visitor') await enterAs(page, almas, buyer);
      await withoutLiveEvents(page);
      const response = await page.request.get(path, { headers: { 'sec-fetch-dest': 'document' } });
      const named = [...(response.headers().link ?? '').matchAll(/<([^>]+)>/g)].map(([, file]) => file);
      expect(named.length).toBeGreaterThan(4);
      const requested = await requestedWithoutLinks(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect.poll(() => named.filter((file) => !requested.includes(file ?? ''))).toEqual([]);
    });
  }

  test('a reseller who opens / is shown the first view of the dashboard, without a call for data and without a step back to /', async ({
    page,
    almas,
  }) => {
    const buyer = await reseller(almas, await administrator(almas), { balance: 5_000 });
    await enterAs(page, almas, buyer);
    await withoutLiveEvents(page);
    const release = await holdRequests(page, /\/assets\/.*\.js$/);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.goto('/', { waitUntil: 'commit' });
    const entries = () => page.evaluate(() => history.length);
    const entriesAtFirst = await entries();
    await expect(page.getByTestId('dashboard-balance')).toHaveText(spaced('5 000 DA'));
    release();
    await shown(page);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByTestId('dashboard-balance')).toHaveText(spaced('5 000 DA'));
    expect(requested.filter((path) => path.startsWith('/api/') && path !== '/api/events')).toEqual([]);
    expect(await entries()).toBe(entriesAtFirst);
  });
});

// Turned red by: products that are requested only after the code of the screen is loaded.
test('the products of the catalogue are requested while its code is still loading', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const buyer = await reseller(almas, admin, { balance: 500 });
  const product = await createProductWithCodes(admin);
  await enterAs(page, almas, buyer);
  const release = await holdRequests(page, /\/assets\/catalogue-[^/]+\.js$/);
  await page.goto('/dashboard');
  await hasStarted(page);
  const products = page.waitForRequest(/\/api\/products$/);
  await page.getByRole('main').locator('a[href="/catalog"]').first().click();
  await products;
  release();
  await expect(page.getByRole('link', { name: product.game })).toBeVisible();
});
