import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';

/*
 * What the application does by itself when the server serves another version than the tab runs. Complete deploys are in
 * deploys.test.ts. A browser reports each missing file that it fails to load.
 */
test.use({ allowed: [[/status of 404/, /preload CSS|load preload assets/], { scope: 'test' }] as never });

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
