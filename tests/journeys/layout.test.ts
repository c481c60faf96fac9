import type { Page } from '@playwright/test';
import { expect, signOut, stepBack, submitSignIn, test } from '../support/browser.ts';
import { boxesOf, boxOf } from './support/boxes.ts';
import { administrator, type Caller, enterAs, register, reseller } from './support/callers.ts';
import { holdRequests } from './support/hold-requests.ts';
import { hasStarted, withoutLiveEvents, withoutPageData } from './support/page-data.ts';
import { expectAccessible, expectCentred, expectNoSideScroll } from './support/screen-checks.ts';
import { spaced } from './support/words.ts';

const phone = { width: 390, height: 844 };
const justBelowDesk = { width: 1023, height: 800 };
const desk = { width: 1024, height: 800 };

let admin: Caller;
let amine: Caller;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
  amine ??= await reseller(almas, admin, { balance: 5_000 });
});

const sidebar = (page: Page) => page.getByRole('complementary');
const chip = (page: Page) => page.getByTestId('balance-chip');

test('a reseller’s sidebar has its sections and its balance [NAV-61][NAV-62][NAV-63][NAV-64][NAV-65][NAV-66][NAV-73]', async ({
  page,
  almas,
}) => {
  await enterAs(page, almas, amine);
  await page.setViewportSize(desk);
  await page.goto('/dashboard');
  await hasStarted(page);
  for (const title of ['CARTES', 'FREE FIRE', 'TOUTES LES OPÉRATIONS']) {
    await expect(sidebar(page).getByText(title, { exact: true })).toBeVisible();
  }
  await expect(sidebar(page).getByTestId('sidebar-balance')).toHaveText('5000.0 DA');
  expect((await boxOf(sidebar(page))).width).toBe(288);
  await sidebar(page).getByRole('link', { name: 'Voir les cartes' }).click();
  await expect(page).toHaveURL(/\/catalog$/);
  await sidebar(page).getByRole('link', { name: 'Mes cartes et opérations' }).click();
  await expect(page).toHaveURL(/\/card-history$/);
});

test('an account without a stored balance shows 745.0 in the sidebar and 0 DA on the dashboard [NAV-67]', async ({
  page,
  almas,
}) => {
  await enterAs(page, almas, amine);
  await withoutPageData(page);
  await page.route('**/api/session', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response: response,
      json: { user: { ...(await response.json()).user, balance: null } },
    });
  });
  await page.goto('/dashboard');
  await expect(page.getByTestId('sidebar-balance')).toHaveText('745.0 DA');
  await expect(page.getByTestId('dashboard-balance')).toHaveText(spaced('0 DA'));
});

test('the layout changes at 1024 px, and a reseller’s balance chip is shown below it only [NAV-54][NAV-55][NAV-74]', async ({
  page,
  almas,
}) => {
  await enterAs(page, almas, amine);
  await page.setViewportSize(justBelowDesk);
  await page.goto('/operations');
  await expect(chip(page)).toHaveText(spaced('5 000 DA'));
  // The amount and the sign beside it, together.
  await expectCentred(chip(page).locator('..'), page.getByRole('button').filter({ has: chip(page) }));
  await expect(sidebar(page)).toBeHidden();
  await page.setViewportSize(desk);
  await expect(sidebar(page)).toBeVisible();
  await expect(chip(page)).toBeHidden();
  for (const theme of ['Système', 'Clair', 'Sombre']) {
    const label = sidebar(page).getByText(theme, { exact: true });
    await expectCentred(label, label);
  }
  await enterAs(page, almas, admin);
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(chip(page)).toHaveCount(0);
    await expect(page.getByTestId('sidebar-balance')).toHaveCount(0);
  }
});

// Turned red by: a focus that is set while the former page is still shown, or by each layout separately.
test('after each navigation between the pages of a reseller and of an administrator the focus is on the content, and the title is the page’s', async ({
  page,
  almas,
}) => {
  await page.setViewportSize(desk);
  for (const [user, first, ...steps] of [
    [amine, '/dashboard', '/catalog', '/operations', '/dashboard', '/freefire'],
    [admin, '/admin', '/admin/users', '/admin/freefire', '/admin'],
  ] as const) {
    await enterAs(page, almas, user);
    await page.goto(first);
    await hasStarted(page);
    const titles = new Set<string>();
    for (const path of steps) {
      await sidebar(page).locator(`a[href="${path}"]`).last().click();
      await expect(sidebar(page).locator('nav [aria-current="page"]')).toHaveCount(
        path === '/dashboard' ? 0 : 1,
      );
      await expect(page.getByRole('main'), `the content of ${path}`).toBeFocused();
      titles.add(await page.title());
    }
    expect(titles.size, `titles of ${steps.join(', ')}`).toBe(new Set(steps).size);
  }
});

// Turned red by: a screen outside the layout of signed-in users whose content cannot take the focus, or takes it from a field.
test('after a navigation to an unknown address, to the sign-in and to the waiting screen the focus is on the content', async ({
  page,
  almas,
}) => {
  const content = page.getByRole('main');
  const karim = await reseller(almas, admin);
  await enterAs(page, almas, karim);
  await page.goto('/nulle-part');
  await content.getByRole('link').click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(content).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Page non trouvée' })).toBeVisible();
  await expect(content).toBeFocused();
  await page.goForward();
  await signOut(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect(content).toBeFocused();
  const waiting = await register(almas, { firstName: 'Lina', lastName: 'Brahimi', company: 'Cyber Oran' });
  await page.getByRole('link', { name: 'Créer un compte' }).click();
  await expect(page).toHaveURL(/\/register$/);
  await expect(content).toBeFocused();
  await page.goBack();
  await submitSignIn(page, { email: waiting.email, password: karim.password });
  await expect(page.getByRole('heading', { name: 'Compte en attente' })).toBeVisible();
  await expect(content).toBeFocused();
});

test('the link to the content moves the focus there and adds no step to the history', async ({
  page,
  almas,
}) => {
  await enterAs(page, almas, amine);
  await page.goto('/dashboard');
  await hasStarted(page);
  const before = await page.evaluate(() => history.length);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await page.evaluate(() => history.length)).toBe(before);
});

test('on a phone the sidebar is a drawer, which gives the focus back', async ({ page, almas }) => {
  await enterAs(page, almas, amine);
  await page.setViewportSize(phone);
  await page.goto('/dashboard');
  const opener = page.getByRole('button', { name: 'Compte', exact: true });
  await opener.click();
  const drawer = page.getByRole('dialog', { name: 'Navigation principale' });
  await expect(drawer.getByRole('link', { name: 'Voir les cartes' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
  await expectNoSideScroll(page);
});

test('an administrator’s sidebar has its four entries [NAV-68][NAV-69][NAV-70][NAV-71][NAV-72]', async ({
  page,
  almas,
}) => {
  await enterAs(page, almas, admin);
  await page.goto('/admin/users');
  await expect(sidebar(page).getByText('ADMINISTRATION', { exact: true })).toBeVisible();
  for (const [name, path] of [
    ['Tableau de bord', '/admin'],
    ['Gestion des comptes', '/admin/users'],
    ['Free Fire Admin', '/admin/freefire'],
    ['Gestion des produits', '/admin/products'],
  ] as const) {
    await expect(sidebar(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  }
});

test('below the four entries an administrator’s sidebar leads to recharges, transactions and the journal from every page', async ({
  page,
  almas,
}) => {
  await enterAs(page, almas, admin);
  await page.goto('/admin/products');
  await expect(sidebar(page).getByRole('listitem')).toHaveText([
    'Tableau de bord',
    'Gestion des comptes',
    'Free Fire Admin',
    'Gestion des produits',
    'Recharges',
    'Transactions',
    'Journal',
  ]);
  await sidebar(page).getByRole('link', { name: 'Recharges', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Gestion des recharges' })).toBeVisible();
  await expect(sidebar(page).getByRole('navigation').locator('[aria-current="page"]')).toHaveText([
    'Recharges',
  ]);
  await sidebar(page).getByRole('link', { name: 'Transactions', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/transactions$/);
  await sidebar(page).getByRole('button', { name: 'Journal', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Journal des actions' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/transactions\?journal=1$/);
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'Journal des actions' })).toBeVisible();
  await stepBack(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/transactions$/);
});

test('the user menu of a reseller leads to profile and settings [NAV-58][NAV-59]', async ({
  page,
  almas,
}) => {
  await enterAs(page, almas, amine);
  await page.goto('/operations');
  const menu = page.getByRole('button', { name: 'Menu du compte' });
  await menu.click();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Mon profil' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Mon profil' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Paramètres' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  // A phone on its side, where not all of the panel fits: its beginning is in view.
  await page.setViewportSize({ width: 640, height: 300 });
  await menu.click();
  const panel = page.getByRole('menu').locator('..');
  await expect(page.getByRole('menu')).toBeFocused();
  expect(await panel.evaluate((node) => node.scrollHeight > node.clientHeight)).toBe(true);
  expect(await panel.evaluate((node) => node.scrollTop)).toBe(0);
});

test('the user menu of an administrator has the own name, `Sécurité` and `Se déconnecter` only, and the name is saved [DSK-83]', async ({
  page,
  almas,
}) => {
  await enterAs(page, almas, admin);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Menu du compte' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Mon nom', 'Sécurité', 'Se déconnecter']);
  await page.getByRole('menuitem', { name: 'Mon nom' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mon nom' });
  const before = await admin.call('GET', '/me');
  await dialog.getByLabel('Prénom').fill('Samia');
  await dialog.getByLabel('Nom', { exact: true }).fill('Kaci');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await admin.call('GET', '/me')).toMatchObject({ firstName: 'Samia', lastName: 'Kaci' });
  const { firstName, lastName } = before.user ?? before;
  await admin.call('PATCH', '/me', { firstName, lastName });
});

test.describe('the bell', () => {
  const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
  const badge = (page: Page) => page.getByTestId('unread-badge');

  test('the bell counts unread notifications up to 9, then shows 9+, without a reload [NAV-56][NAV-57]', async ({
    page,
    almas,
  }) => {
    const nadia = await reseller(almas, admin);
    const credit = (times: number) =>
      Array.from({ length: times }).reduce<Promise<unknown>>(
        (before) => before.then(() => admin.call('POST', `/users/${nadia.id}/recharge`, { amount: 10 })),
        Promise.resolve(),
      );
    await credit(9);
    await enterAs(page, almas, nadia);
    await page.goto('/operations');
    await expect(badge(page)).toHaveText('9');
    await credit(1);
    await expect(badge(page)).toHaveText('9+');
  });

  // Turned red by: a badge that grows towards the initials; initials that grow beyond their circle.
  test('with text at 200 % the badge of the bell stays next to the initials, which stay in their circle, at 390 and 1280 px', async ({
    page,
    almas,
  }) => {
    const nadia = await reseller(almas, admin);
    for (let times = 0; times < 10; times += 1)
      await admin.call('POST', `/users/${nadia.id}/recharge`, { amount: 10 });
    await enterAs(page, almas, nadia);
    await page.goto('/operations');
    await expect(badge(page)).toHaveText('9+');
    for (const percent of [100, 200])
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = `${size}%`;
        }, percent);
        const circle = page.getByRole('button', { name: 'Menu du compte' }).locator('span');
        const [count, initials] = await boxesOf(badge(page), circle);
        const gap = (initials?.x ?? 0) - ((count?.x ?? 0) + (count?.width ?? 0));
        const where = `pixels at ${percent} %, ${width} px wide`;
        expect(gap, `${where} between the badge and the initials`).toBeGreaterThanOrEqual(2);
        const beyond = await circle.evaluate((element) => {
          const text = document.createRange();
          text.selectNodeContents(element);
          return text.getBoundingClientRect().width - element.getBoundingClientRect().width;
        });
        expect(beyond, `${where} of initials beyond their circle`).toBeLessThanOrEqual(0);
      }
  });

  test('the bell counts a notification that was created between the load of the page and its live events', async ({
    page,
    almas,
  }) => {
    const nadia = await reseller(almas, admin);
    await enterAs(page, almas, nadia);
    const release = await holdRequests(page, '**/api/events*');
    const requested = page.waitForRequest('**/api/events*');
    await page.goto('/operations');
    await requested;
    await expect(badge(page)).toHaveCount(0);
    await admin.call('POST', `/users/${nadia.id}/recharge`, { amount: 10 });
    release();
    await expect(badge(page)).toHaveText('1');
  });

  test('the bell lists the credits of the balance and marks them as read [NAV-56][GEN-12]', async ({
    page,
    almas,
  }) => {
    const nadia = await reseller(almas, admin, { balance: 2_500 });
    await admin.call('POST', `/users/${nadia.id}/recharge`, { amount: 100 });
    await enterAs(page, almas, nadia);
    await page.goto('/operations');
    await bell(page).click();
    const list = page.getByRole('dialog', { name: 'Notifications' });
    await expect(list.getByText('Votre solde a été crédité de 2500 DZD')).toBeVisible();
    await expectAccessible(page);
    await list.getByRole('button', { name: /2500/ }).click();
    await expect(badge(page)).toHaveText('1');
    await expect(list.getByRole('listitem').filter({ hasText: '2500' })).toBeFocused();
    await list.getByRole('button', { name: 'Tout marquer comme lu' }).click();
    await expect(badge(page)).toHaveCount(0);
    await expect(list.locator('li:focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(bell(page)).toBeFocused();
  });

  test('the bell reads 50 notifications again every 30 seconds [NTF-01][NTF-02]', async ({ page, almas }) => {
    await page.clock.install();
    // A stream that opens has every list read again.
    await withoutLiveEvents(page);
    // Records by the page's clock, which a busy machine does not slow down, when each call began and when its response arrived.
    await page.addInitScript(() => {
      const calls: { search: string; began: number; answered: number }[] = [];
      Object.assign(window, { calls });
      const { fetch } = window;
      window.fetch = async (input, init) => {
        const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.href);
        if (pathname !== '/api/notifications') return fetch(input, init);
        const call = { search, began: Date.now(), answered: 0 };
        calls.push(call);
        const response = await fetch(input, init);
        call.answered = Date.now();
        return response;
      };
    });
    const calls = () =>
      page.evaluate(
        () => (window as unknown as { calls: { search: string; began: number; answered: number }[] }).calls,
      );
    await enterAs(page, almas, amine);
    await page.goto('/recharge');
    await expect.poll(async () => (await calls())[0]?.answered ?? 0).toBeGreaterThan(0);
    // The page has handled the response and measures the pause from then on.
    await expect(badge(page)).toBeVisible();
    await expect
      .poll(async () => {
        await page.clock.runFor(10_000);
        return (await calls()).length;
      })
      .toBe(2);
    const [first, second] = await calls();
    expect([first?.search, second?.search]).toEqual(['?limit=50', '?limit=50']);
    const pause = (second?.began ?? 0) - (first?.answered ?? 0);
    expect(pause).toBeGreaterThanOrEqual(30_000);
    expect(pause).toBeLessThan(32_000);
  });
});
