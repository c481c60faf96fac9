import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, callerFor, enterAs, reseller } from './support/callers.ts';
import { holdRequests } from './support/hold-requests.ts';
import { hasStarted, withoutPageData } from './support/page-data.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { sql } from './support/sql.ts';

let admin: Caller;
let amine: Caller;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
  amine ??= await reseller(almas, admin);
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const refused = (page: Page) => heading(page, 'Accès non autorisé');

test('the address / shows a spinner, then leads a reseller, an administrator and a visitor to their start page [NAV-03][NAV-04][NAV-05][NAV-06]', async ({
  page,
  almas,
}) => {
  await withoutPageData(page);
  const release = await holdRequests(page, '**/api/session');
  await enterAs(page, almas, amine);
  await page.goto('/');
  await expect(page.getByRole('status')).toContainText('Chargement');
  release();
  await expect(page).toHaveURL(/\/dashboard$/);
  await enterAs(page, almas, admin);
  await page.goto('/');
  await expect(page).toHaveURL(/\/admin$/);
  await page.context().clearCookies();
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
});

test('the address /dashboard shows each role its own dashboard [NAV-07][NAV-08][NAV-09]', async ({
  page,
  almas,
}) => {
  await enterAs(page, almas, amine);
  await page.goto('/dashboard');
  await expect(heading(page, /Bienvenue/)).toBeVisible();
  await enterAs(page, almas, admin);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(heading(page, 'Tableau de bord')).toBeVisible();
  await expect(page.getByText('ADMINISTRATION')).toBeVisible();
});

for (const [path, title, row] of [
  ['/reseller/dashboard', /Bienvenue/, 'NAV-10'],
  ['/settings', 'Paramètres', 'NAV-11'],
  ['/catalog', 'Catalogue', 'NAV-12'],
  ['/card-history', 'Mes cartes', 'NAV-13'],
  ['/recharge', 'Recharge du solde', 'NAV-14'],
  ['/profile', 'Mon profil', 'NAV-15'],
  ['/test-notifications', 'Test des notifications', 'NAV-16'],
  ['/operations', 'Toutes les Opérations', 'NAV-17'],
  ['/freefire', 'Recharge Free Fire', 'NAV-18'],
] as const) {
  test(`${path} opens for a reseller and for no other role [${row}]`, async ({ page, almas }) => {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await enterAs(page, almas, amine);
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
    await enterAs(page, almas, admin);
    await page.goto(path);
    await expect(refused(page)).toBeVisible();
  });
}

for (const [path, row] of [
  ['/history', 'NAV-19'],
  ['/consumption', 'NAV-20'],
  ['/directory', 'NAV-21'],
] as const) {
  test(`${path} says that it is under development, and opens for a reseller only [${row}]`, async ({
    page,
    almas,
  }) => {
    await enterAs(page, almas, amine);
    await page.goto(path);
    await expect(page.getByText('Fonctionnalité en cours de développement')).toBeVisible();
    await enterAs(page, almas, admin);
    await page.goto(path);
    await expect(refused(page)).toBeVisible();
  });
}

test('the page /recharge tells a reseller to contact an administrator, and leads below to a recharge request [NAV-22][NAV-23][NAV-24][CNT-81]', async ({
  page,
  almas,
}) => {
  await enterAs(page, almas, amine);
  await page.goto('/recharge');
  const main = page.getByRole('main');
  await expect(main.getByText('Seuls les administrateurs peuvent recharger un solde.')).toBeVisible();
  await expect(main.getByText('Veuillez contacter un administrateur.')).toBeVisible();
  await expect(main.locator('form, input, select, textarea, a')).toHaveCount(0);
  await expect(main.getByRole('button')).toHaveCount(1);
  await main.getByRole('button', { name: 'Demander une recharge' }).click();
  await expect(page.getByRole('dialog', { name: 'Demandes de recharge' })).toBeVisible();
});

for (const [path, row] of [
  ['/admin', 'NAV-25'],
  ['/admin/users', 'NAV-26'],
  ['/admin/products', 'NAV-27'],
  ['/admin/products/new', 'NAV-28'],
  ['/admin/transactions', 'NAV-31'],
  ['/admin/recharge', 'NAV-32'],
  ['/admin/freefire', 'NAV-33'],
] as const) {
  test(`${path} opens for an administrator and for no other role [${row}][NAV-50]`, async ({
    page,
    almas,
  }) => {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await enterAs(page, almas, amine);
    await page.goto(path);
    await expect(refused(page)).toBeVisible();
    await enterAs(page, almas, admin);
    await page.goto(path);
    await expect(page.getByRole('navigation', { name: 'Navigation principale' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(refused(page)).toHaveCount(0);
  });
}

test('the edit page of a product is refused to a reseller', async ({ page, almas }) => {
  await enterAs(page, almas, amine);
  await page.goto('/admin/products/7/edit');
  await expect(refused(page)).toBeVisible();
});

test('`Retour` on a refused page leads a reseller to the dashboard when no page came before it [NAV-51]', async ({
  page,
  almas,
}) => {
  await enterAs(page, almas, amine);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Retour' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/operations');
  await hasStarted(page);
  await page.evaluate(() => history.pushState(null, '', '/admin/users'));
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')));
  await expect(refused(page)).toBeVisible();
});

test('an unknown address is a 404 for every visitor, with a link to /login [NAV-36][NAV-37][NAV-38]', async ({
  page,
  almas,
}) => {
  for (const [user, address] of [
    [null, '/nulle-part/du-tout'],
    [amine, '/nulle-part/du-tout'],
    // An address that does not decode.
    [admin, '/%E0%A4%A'],
  ] as const) {
    await page.context().clearCookies();
    if (user) await enterAs(page, almas, user);
    await page.goto(address);
    await expect(heading(page, 'Page non trouvée')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/login');
  }
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

test('the application says that it loads the profile while the session is read [NAV-41]', async ({
  page,
  almas,
}) => {
  await enterAs(page, almas, amine);
  await withoutPageData(page);
  const release = await holdRequests(page, '**/api/session');
  await page.goto('/dashboard');
  await expect(page.getByText('Chargement du profil...')).toBeVisible();
  release();
  await expect(heading(page, /Bienvenue/)).toBeVisible();
});

test.describe('an account that is not active', () => {
  const waiting = (page: Page) => heading(page, "Compte en attente d'activation");

  test('a pending account sees the waiting screen on every page, with its email, company and status [NAV-42][NAV-43][NAV-44][NAV-45][NAV-47][NAV-48][NAV-49]', async ({
    page,
    almas,
  }) => {
    const lina = await reseller(almas, admin);
    await sql(almas, "UPDATE users SET status = 'pending' WHERE id = $1", [lina.id]);
    await enterAs(page, almas, lina);
    for (const path of ['/dashboard', '/reseller/dashboard', '/catalog', '/profile', '/operations']) {
      await page.goto(path);
      await expect(waiting(page)).toBeVisible();
      await expect(page.getByRole('navigation')).toHaveCount(0);
    }
    await expect(page.getByText(lina.email)).toBeVisible();
    await expect(page.getByText('Cyber Sétif')).toBeVisible();
    await expect(page.getByText('En attente', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.getByRole('button', { name: 'Actualiser' }).click();
    const stillWaiting = page.getByText('Le compte n’est pas encore activé');
    // A message under the pointer does not time out: it disappears with its page.
    await stillWaiting.hover();
    await sql(almas, "UPDATE users SET status = 'active' WHERE id = $1", [lina.id]);
    await page.getByRole('button', { name: 'Actualiser' }).press('Enter');
    await expect(heading(page, 'Toutes les Opérations')).toBeVisible();
    await expect(stillWaiting).toHaveCount(0);
  });

  test('a deactivated account sees the status `Inactif`, even on an open page, and can sign out [NAV-46][NAV-48]', async ({
    page,
    almas,
  }) => {
    const lina = await reseller(almas, admin);
    await enterAs(page, almas, lina);
    await page.goto('/catalog');
    await expect(heading(page, 'Catalogue')).toBeVisible();
    await admin.call('POST', `/users/${lina.id}/deactivate`, {});
    await expect(waiting(page)).toBeVisible();
    await expect(page.getByText('Inactif', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

  test('an account with an unknown status is treated as inactive [ENT-05]', async ({ page, almas }) => {
    const lina = await reseller(almas, admin);
    await withoutPageData(page);
    await page.route('**/api/session', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response: response,
        json: { user: { ...(await response.json()).user, status: 'suspended' } },
      });
    });
    await enterAs(page, almas, lina);
    await page.goto('/dashboard');
    await expect(waiting(page)).toBeVisible();
    await expect(page.getByText('Inactif', { exact: true })).toBeVisible();
  });

  test('a pending account is refused a page of the other role before it sees the waiting screen', async ({
    page,
    almas,
  }) => {
    const lina = await reseller(almas, admin);
    await sql(almas, "UPDATE users SET status = 'pending' WHERE id = $1", [lina.id]);
    await enterAs(page, almas, await callerFor(almas, lina.email, lina.password));
    await page.goto('/admin');
    await expect(refused(page)).toBeVisible();
    await expectAccessible(page);
  });
});
