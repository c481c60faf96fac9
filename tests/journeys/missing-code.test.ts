import type { Locator, Page, Route } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { hasStarted } from './support/page-data.ts';
import { createProductWithCodes, type ProductWithCodes, purchase } from './support/products.ts';
import { expectAccessible } from './support/screen-checks.ts';

// Without the service worker every part of the application is loaded over the network. A browser reports each file that fails to load.
test.use({
  allowed: [[/net::ERR_/, /status of 404/, /preload CSS|load preload assets/], { scope: 'test' }] as never,
});

let admin: Caller;
let buyer: Caller;
let product: ProductWithCodes;
test.beforeEach(async ({ almas, page }) => {
  admin ??= await administrator(almas);
  product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 150, stock: 3 }] });
  buyer = await reseller(almas, admin, { balance: 1_000 });
  await enterAs(page, almas, buyer);
});

const failed = (page: Page) => page.getByText('Erreur de chargement', { exact: true });
const retry = (page: Page) => page.getByRole('button', { name: 'Réessayer' });

/** Whether the browser caches that a module could not be loaded and does not request it again, as browsers did until recently. */
async function cachesFailedImports(page: Page): Promise<boolean> {
  let requests = 0;
  await page.route('**/assets/sample.js', (route) => {
    requests += 1;
    return route.fulfill(
      requests === 1 ? { status: 404 } : { contentType: 'text/javascript', body: 'export {}' },
    );
  });
  return page.evaluate(async () => {
    const file = '/assets/sample.js';
    await import(file).catch(() => undefined);
    return import(file).then(
      () => false,
      () => true,
    );
  });
}

/** Opens a dialog by `act`, which loads its code. In a browser that caches failed imports this reloads the page, and `open` is pressed. */
async function openDialogBy(page: Page, act: () => Promise<void>, open: Locator): Promise<void> {
  const loaded = (await cachesFailedImports(page)) ? page.waitForEvent('load') : null;
  await act();
  if (!loaded) return;
  await loaded;
  await open.click();
}

test('a page whose code cannot be loaded says so in French, and loads when the network is back [GEN-01][GEN-04][ERR-17]', async ({
  page,
  context,
}) => {
  await page.goto('/dashboard');
  await hasStarted(page);
  const cachesFailures = await cachesFailedImports(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Mes cartes et opérations' }).click();
  await expect(failed(page)).toBeVisible();
  await expect(page.getByText('Cette page n’a pas pu être chargée.', { exact: false })).toBeVisible();
  await expect(page).toHaveTitle('Erreur de chargement · Almas');
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expectAccessible(page);
  await retry(page).click();
  await expect(failed(page)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Mes cartes' })).toBeVisible();
  await expect(page).toHaveTitle(/^Mes cartes/);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(!cachesFailures);
});

// Turned red by: a loader that requests a failed style sheet only once.
test('a page that loads at the second try has its styles', async ({ page }) => {
  await page.goto('/dashboard');
  await hasStarted(page);
  const styles: string[] = [];
  const lose = (route: Route) => {
    styles.push(route.request().url());
    return route.abort('connectionreset');
  };
  await page.route(/\/assets\/[^/]+\.css$/, lose);
  await page.getByRole('navigation').locator('a[href="/freefire"]').click();
  await expect(failed(page)).toBeVisible();
  expect(styles.length).toBeGreaterThan(0);
  await page.unroute(/\/assets\/[^/]+\.css$/, lose);
  await retry(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Recharge Free Fire' })).toBeVisible();
  const loaded = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href));
  for (const url of styles) expect(loaded).toContain(url);
});

test('a dialog whose code cannot be loaded leaves the screen usable, and opens at a retry', async ({
  page,
  context,
}) => {
  await purchase(buyer, product);
  await page.goto('/card-history');
  const open = page.getByRole('button', { name: 'Voir les codes' });
  await expect(open).toBeVisible();
  await context.setOffline(true);
  await open.click();
  const message = page.getByRole('alert').filter({ hasText: 'La fenêtre n’a pas pu être chargée' });
  await expect(message).toBeVisible();
  await expect(open).toBeVisible();
  await expectAccessible(page);
  await retry(page).click();
  await expect(message).toHaveCount(1);
  await context.setOffline(false);
  await openDialogBy(page, () => retry(page).click(), open);
  await expect(page.getByRole('dialog').getByTestId('code')).toHaveAttribute(
    'data-code',
    product.offers[0]?.codes[0] ?? '',
  );
  await expect(message).toHaveCount(0);
});

test('a message about a dialog that could not be loaded can be closed, and the button loads the dialog again', async ({
  page,
}) => {
  await purchase(buyer, product);
  await page.goto('/card-history');
  const files = /\/assets\/codes-dialog-/;
  await page.route(files, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('button', { name: 'Voir les codes' }).click();
  const message = page.getByText('La fenêtre n’a pas pu être chargée');
  await expect(message).toBeVisible();
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Fermer' }).click();
  await expect(message).toHaveCount(0);
  await page.unroute(files);
  const open = page.getByRole('button', { name: 'Voir les codes' });
  await openDialogBy(page, () => open.click(), open);
  await expect(page.getByRole('dialog').getByTestId('code')).toBeVisible();
});

test('an unknown address whose page cannot be loaded shows a French sentence [GEN-01]', async ({ page }) => {
  await page.route(/\/assets\/not-found-/, (route) => route.abort('connectionreset'));
  await page.goto('/nulle-part');
  await expect(failed(page)).toBeVisible();
  await page.unroute(/\/assets\/not-found-/);
  await retry(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Page non trouvée' })).toBeVisible();
});
