import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';

/*
 * What the application does by itself when the server serves another version than the tab runs. Complete deploys are in
 * deploys.test.ts. A browser reports each missing file that it fails to load.
 */
test.use({ allowed: [[/status of 404/, /preload CSS|load preload assets/], { scope: 'test' }] as never });

const minute = 60_000;
const hour = 60 * minute;

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin ??= await administrator(almas);
  await enterAs(page, almas, await reseller(almas, admin));
  await page.clock.install();
  await page.route('**/version.json', (route) => route.fulfill({ json: { version: 'another' } }));
});

/** Counts the documents that the tab loads. */
function countLoads(page: Page) {
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  return loads;
}

/** Opens a screen and waits until it watches for new versions: that code is loaded after the screen's. */
async function openWatching(page: Page, path: string) {
  const watching = page.waitForResponse(/\/assets\/new-version-[^/]*\.js$/);
  await page.goto(path);
  // The application imported the module first, so it has run before this import resolves.
  await page.evaluate((url) => import(url), (await watching).url());
}

const openSecurity = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu du compte' }).click();
  await page.getByRole('menuitem', { name: 'Sécurité' }).click();
};

// Turned red by: no reload; a reload each time; a reload that drops what is typed.
test('a file that the server no longer has causes one reload, which keeps what was typed', async ({
  page,
}) => {
  await page.route('**/assets/security-dialog-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/freefire');
  await page.getByLabel('ID Free Fire').fill('123456789');
  const loads = countLoads(page);
  const loadedAgain = page.waitForEvent('load');
  await openSecurity(page);
  await loadedAgain;
  expect(loads).toHaveLength(1);
  await expect(page.getByLabel('ID Free Fire')).toHaveValue('123456789');
  await openSecurity(page);
  await expect(page.getByText('La fenêtre n’a pas pu être chargée', { exact: false })).toBeVisible();
  await expect(page.getByLabel('ID Free Fire')).toHaveValue('123456789');
  expect(loads).toHaveLength(1);
});

// Turned red by: an age that may be negative.
test('a tab that is left open while its clock is set back by three days takes the new version in a quiet moment', async ({
  page,
}) => {
  await openWatching(page, '/operations');
  const loads = countLoads(page);
  await page.clock.fastForward(16 * minute);
  await expect(page.getByText('Nouvelle version disponible', { exact: false })).toBeVisible();
  await page.clock.setSystemTime(Date.now() - 72 * hour);
  await page.clock.fastForward(2 * minute);
  await expect.poll(() => loads.length).toBe(1);
});

// Turned red by: a limit of more than a day.
test('a tab that is left open runs a version for 24 hours at the most', async ({ page }) => {
  await openWatching(page, '/operations');
  const loads = countLoads(page);
  await page.clock.fastForward(16 * minute);
  await expect(page.getByText('Nouvelle version disponible', { exact: false })).toBeVisible();
  await page.clock.fastForward(21 * hour);
  await page.clock.fastForward(2 * minute);
  expect(loads).toEqual([]);
  // 23 hours and 40 minutes after it was loaded.
  await page.clock.fastForward(2 * hour + 22 * minute);
  await expect.poll(() => loads.length).toBe(1);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/operations$/);
});
