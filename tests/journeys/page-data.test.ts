import { contract } from '@almas/contract';
import { addressOf, firstCalls } from '@almas/contract/first-calls';
import type { Page } from '@playwright/test';
import { expect, signOut, submitSignIn, test } from '../support/browser.ts';
import {
  activate,
  administrator,
  type Caller,
  callerFor,
  enterAs,
  register,
  reseller,
} from './support/callers.ts';
import { holdRequests, holdResponses } from './support/hold-requests.ts';
import { pageDataOf, withoutLiveEvents, withoutPageData } from './support/page-data.ts';
import { createProductWithCodes } from './support/products.ts';
import { sql } from './support/sql.ts';
import { openAllDay } from './support/top-up.ts';
import { spaced } from './support/words.ts';

/*
 * A page contains the responses to the first calls of its screen. Turned red by: no data in the page; data that the
 * screen does not use; an unescaped "<"; a page that may be stored; data without a session.
 */
let admin: Caller;
test.beforeAll(async ({ almas }) => {
  admin = await administrator(almas);
  await openAllDay(admin);
});

const pageOf = async (baseURL: string, path: string, token?: string, more: Record<string, string> = {}) => {
  const cookie = token === undefined ? {} : { cookie: `almas_session=${token}` };
  const response = await fetch(`${baseURL}${path}`, { headers: { ...cookie, ...more } });
  return { headers: response.headers, data: pageDataOf(await response.text()) };
};

/** The addresses of the first calls of a reseller's screen, including the session. */
/** What a screen without a page around it asks for. */
const firstAddressesOf = (path: string): string[] => [
  '/api/session',
  ...(firstCalls[path] ?? [])
    .filter(({ onlyWithPage }) => !onlyWithPage)
    .map((call) => addressOf(call, contract)),
];

const screens = [
  ['/dashboard', 'Bienvenue'],
  ['/catalog', 'Catalogue'],
  ['/operations', 'Opérations'],
] as const;
for (const [path] of screens) {
  test(`the page ${path} of a reseller shows its first screen without a call for data`, async ({
    page,
    almas,
  }) => {
    const amine = await reseller(almas, admin, { balance: 5_000 });
    await createProductWithCodes(admin);
    await enterAs(page, almas, amine);
    await withoutLiveEvents(page);
    const requested: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/')) requested.push(pathname + search);
    });
    await page.goto(path);
    await expect(page.getByTestId('balance-chip').or(page.getByTestId('sidebar-balance')).first()).toHaveText(
      /5\s?000/,
    );
    await expect(page.getByRole('status', { name: 'Chargement…' })).toHaveCount(0);
    // The live events are requested last, after everything else that the screen needs.
    await expect.poll(() => requested).toContain('/api/events');
    expect(requested).toHaveLength(1);
    await expect(page.locator('#page-data')).toHaveCount(0);
  });
}

test('the data in a page equals the responses of the calls', async ({ almas }) => {
  const amine = await reseller(almas, admin, { balance: 5_000 });
  await createProductWithCodes(admin);
  for (const [path] of screens) {
    const { data, headers } = await pageOf(almas.baseURL, path, amine.token);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('link')).not.toContain('/api/session');
    const { session, responses } = JSON.parse(data ?? '') as {
      session: { user: unknown };
      responses: {
        group: string;
        input: { query?: Record<string, string> };
        response: unknown;
        name: string;
      }[];
    };
    expect(session).toEqual(await amine.call('GET', '/session'));
    const paths: Record<string, string> = {
      'wallet.operations': '/operations',
      'rechargeRequests.list': '/recharge-requests',
      'shop.balanceThreshold': '/shop/balance-threshold',
      'purchases.today': '/purchases/today',
      'purchases.quickSales': '/purchases/quick-sales',
      'freeFire.service': '/free-fire/service',
      'purchases.list': '/purchases',
      'products.list': '/products',
      'notifications.list': '/notifications',
      'prices.mine': '/my-prices',
      'configuration.get': '/configuration',
    };
    expect(responses.length).toBeGreaterThan(1);
    for (const { group, name, input, response } of responses) {
      const query = new URLSearchParams(input.query);
      expect(response).toEqual(await amine.call('GET', `${paths[`${group}.${name}`]}?${query}`));
    }
  }
});

test('a name that closes the element or opens a comment stays text in the data of the page', async ({
  page,
  almas,
}) => {
  const amine = await reseller(almas, admin);
  const name = '</script><!--<script>alert(1)</script>';
  await amine.call('PATCH', '/me', { firstName: name });
  await enterAs(page, almas, amine);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await expect(page.locator('#page-data')).toHaveCount(0);
});

test('only a page that an active account opens comes with its data', async ({ almas }) => {
  const amine = await reseller(almas, admin);
  const dataOf = async (path: string, token?: string, more?: Record<string, string>) => {
    const { data, headers } = await pageOf(almas.baseURL, path, token, more);
    if (data === undefined) expect(headers.get('cache-control')).toBe('no-cache');
    return data;
  };
  expect(await dataOf('/dashboard', amine.token)).toContain(amine.email);
  expect(await dataOf('/dashboard')).toBeUndefined();
  expect(await dataOf('/dashboard', 'A'.repeat(43))).toBeUndefined();
  // Read by a script or an element, of this site or another.
  for (const destination of ['empty', 'script', 'iframe', 'image'])
    expect(await dataOf('/dashboard', amine.token, { 'sec-fetch-dest': destination })).toBeUndefined();
  // The worker caches this page for the next start.
  expect(await dataOf('/index.html', amine.token)).toBeUndefined();
  // An administrator's page contains only the session.
  expect(JSON.parse((await dataOf('/dashboard', admin.token)) ?? '')).toMatchObject({
    session: { user: { role: 'admin' } },
    responses: [],
  });
  await sql(almas, "UPDATE users SET status = 'pending' WHERE id = $1", [amine.id]);
  expect(await dataOf('/dashboard', amine.token)).toBeUndefined();
  await sql(almas, "UPDATE users SET status = 'active', disabled = true WHERE id = $1", [amine.id]);
  expect(await dataOf('/dashboard', amine.token)).toBeUndefined();
});

test('a page whose data is missing or unreadable reads it from the server', async ({ page, almas }) => {
  const amine = await reseller(almas, admin, { balance: 5_000 });
  await enterAs(page, almas, amine);
  await withoutPageData(page);
  await page.goto('/dashboard');
  await expect(page.getByTestId('dashboard-balance')).toHaveText(spaced('5 000 DA'));
  await page.unrouteAll();
  await page.route('**/dashboard', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('{"session":', '{"session":,');
    await route.fulfill({ response, body });
  });
  await page.reload();
  await expect(page.getByTestId('dashboard-balance')).toHaveText(spaced('5 000 DA'));
});

/** Signs Amine out and Lina in, in another tab. */
async function changeAccount(tab: Page, lina: Caller): Promise<void> {
  await signOut(tab);
  await submitSignIn(tab, lina);
  await expect(tab.getByRole('heading', { level: 1 })).toContainText('Lina');
}

test('a page that was loading while another tab signed in with another account shows the new account', async ({
  page,
  almas,
}) => {
  const [amine, lina] = [await reseller(almas, admin, { balance: 5_000 }), await reseller(almas, admin)];
  await lina.call('PATCH', '/me', { firstName: 'Lina' });
  await enterAs(page, almas, amine);
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Amine');
  const deliver = await holdResponses(page, '**/dashboard');
  const opened = page.goto('/dashboard');
  await changeAccount(other, lina);
  deliver();
  await opened;
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lina');
  await expect(page.getByText('Amine')).toHaveCount(0);
});

// Turned red by: an account that is stored by the browser, and shown until the session is read.
test('a page without data that was loading while another tab signed in with another account shows the new account alone', async ({
  page,
  almas,
}) => {
  const [amine, lina] = [await reseller(almas, admin, { balance: 5_000 }), await reseller(almas, admin)];
  await lina.call('PATCH', '/me', { firstName: 'Lina' });
  await enterAs(page, almas, amine);
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await withoutPageData(page);
  const release = await holdRequests(page, /\/assets\/index-.*\.js$/);
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body?.innerText.includes('Amine')) Object.assign(window, { hasShownFormer: true });
    }).observe(document, { childList: true, subtree: true });
  });
  const loading = page.waitForRequest(/\/assets\/index-.*\.js$/);
  const opened = page.goto('/dashboard');
  await loading;
  await changeAccount(other, lina);
  release();
  await opened;
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lina');
  expect(await page.evaluate(() => 'hasShownFormer' in window)).toBe(false);
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a repeated visit to which the worker responds shows the current balance', async ({ page, almas }) => {
    const amine = await reseller(almas, admin, { balance: 5_000 });
    await enterAs(page, almas, amine);
    await page.goto('/dashboard');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await admin.call('POST', `/users/${amine.id}/recharge`, { amount: 1_000 });
    await page.reload();
    await expect(page.getByTestId('dashboard-balance')).toHaveText(spaced('6 000 DA'));
    const kept = await page.evaluate(async () => {
      const texts = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys())
          texts.push((await (await cache.match(request))?.text()) ?? '');
      }
      return texts.filter((text) => text.includes('page-data">')).length;
    });
    expect(kept).toBe(0);
    // Signed in elsewhere as another account: nothing of the first is shown.
    const lina = await reseller(almas, admin);
    await enterAs(page, almas, await callerFor(almas, lina.email, lina.password));
    await page.reload();
    await expect(page.getByTestId('dashboard-balance')).toHaveText(spaced('0 DA'));
  });

  /** Opens a page twice: the second time the worker responds with the cached application. */
  async function openFromWorker(page: Page, path: string): Promise<void> {
    await page.goto(path);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto(path);
  }

  // Turned red by: addresses of the first reads that differ from the screen's own, so that it requests them again.
  for (const path of ['/', '/dashboard', '/catalog', '/operations']) {
    test(`a repeated visit to ${path} to which the worker responds reads the data of its screen once`, async ({
      page,
      almas,
    }) => {
      const amine = await reseller(almas, admin, { balance: 5_000 });
      await createProductWithCodes(admin);
      await enterAs(page, almas, amine);
      await page.addInitScript(() => {
        // A stream that opens has the screen read everything again.
        window.EventSource = class extends EventTarget {
          close() {}
        } as never;
      });
      await openFromWorker(page, path);
      const screen = path === '/' ? '/dashboard' : path;
      await expect(page).toHaveURL(new RegExp(`${screen}$`));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('status', { name: 'Chargement…' })).toHaveCount(0);
      const requested = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name.replace(location.origin, '')),
      );
      for (const address of firstAddressesOf(screen))
        expect(requested.filter((one) => one === address)).toHaveLength(1);
    });
  }

  // Turned red by: a 401 of the start that is taken for the response of a call after the sign-in.
  test('a reseller whose session was over when the application was opened stays signed in after the next sign-in', async ({
    page,
    almas,
  }) => {
    const amine = await reseller(almas, admin, { balance: 5_000 });
    await enterAs(page, almas, amine);
    await openFromWorker(page, '/dashboard');
    await expect(page.getByTestId('dashboard-balance')).toBeVisible();
    await page.context().clearCookies();
    await page.goto('/dashboard');
    await submitSignIn(page, amine);
    await expect(page.getByTestId('dashboard-balance')).toHaveText(spaced('5 000 DA'));
    await expect(page.getByText('Aucune transaction récente')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('an account that is activated while the waiting screen is shown sees its dashboard without an error', async ({
    page,
    almas,
  }) => {
    const waiting = await register(almas, { firstName: 'Amine', lastName: 'Benali', company: 'Cyber Sétif' });
    await enterAs(page, almas, waiting);
    await openFromWorker(page, '/dashboard');
    await expect(page.getByRole('heading', { name: 'Compte en attente' })).toBeVisible();
    await activate(almas, admin, waiting, 500);
    await expect(page.getByTestId('dashboard-balance')).toHaveText(spaced('500 DA'));
    await expect(page.getByText('Aucune transaction récente')).toBeVisible();
    await expect(page.getByText('Erreur de chargement')).toHaveCount(0);
  });
});
