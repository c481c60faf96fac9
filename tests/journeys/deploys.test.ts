import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { type Almas, expect, test } from '../support/browser.ts';
import { type Deployment, deployment } from '../support/releases.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { holdRequests } from './support/hold-requests.ts';
import { hasStarted } from './support/page-data.ts';
import { createProductWithCodes, type ProductWithCodes } from './support/products.ts';

// The tabs open the address of the releases instead of the product's own.
test.use({ allowed: [[/request to another host/, /net::ERR_/], { scope: 'test' }] as never });

const deploys = process.env.LONG ? 100 : 5;

let admin: Caller;
let product: ProductWithCodes;
let site: Deployment;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
  product = await createProductWithCodes(admin, {
    offers: [{ name: 'Pack', price: 150, stock: 2 * deploys + 10 }],
  });
  site = await deployment(almas.baseURL);
});
test.afterEach(() => site.close());

const bought = (page: Page) => page.getByRole('dialog', { name: 'Votre code' });
const versionOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="almas-version"]')?.content);

/** Opens a tab of a new reseller on the dashboard. */
async function openTab(almas: Almas, context: BrowserContext, worker: boolean) {
  const buyer = await reseller(almas, admin, { balance: 100_000 });
  const page = await context.newPage();
  await enterAs(page, { ...almas, baseURL: site.baseURL }, buyer);
  await page.clock.install();
  await page.goto(`${site.baseURL}/dashboard`);
  if (worker) {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  }
  // The application follows versions once its page is loaded.
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete');
  await hasStarted(page);
  return { page, buyer };
}

const entry = (page: Page, path: string) => page.getByRole('navigation').locator(`a[href="${path}"]`);

async function toGame(page: Page) {
  await entry(page, '/catalog').click();
  await page.getByRole('link', { name: new RegExp(product.game) }).click();
  await expect(page.getByRole('button', { name: 'Acheter 1 code' })).toBeEnabled();
}

/** Buys a code and closes its dialog. */
async function sell(page: Page) {
  await toGame(page);
  await page.getByRole('button', { name: 'Acheter 1 code' }).click();
  await expect(bought(page).getByTestId('code')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bought(page)).toHaveCount(0);
}

const broken = /Erreur de chargement|Une erreur est survenue|Something went wrong|n’a pas pu être chargée/;
const expectWhole = async (page: Page) => expect(await page.locator('body').innerText()).not.toMatch(broken);

/** Waits until the tab knows of the deployed version: it checks 15 minutes after its last check. */
async function letTabNotice(page: Page, worker: boolean) {
  if (!worker) {
    const checked = page.waitForResponse('**/version.json');
    const isChecked = checked.then(() => true);
    // Until the page asks: it follows versions only when the code for it is there.
    await expect
      .poll(async () => {
        await page.clock.fastForward(16 * 60_000);
        return await Promise.race([isChecked, page.evaluate(() => false)]);
      })
      .toBe(true);
    await (await checked).finished();
    return;
  }
  const isServed = (version: string) =>
    fetch('/index.html')
      .then((response) => response.text())
      .then((text) => text.includes(`content="${version}"`));
  // A check that meets one of the browser's own, for the deploy before, finds that deploy; the next check finds this one. In between
  // nothing is asked of the workers: the page waits for a quiet network, and a worker that is replaced while it responds keeps the response.
  await expect(async () => {
    if (await page.evaluate(isServed, site.version())) return;
    const taken = page.evaluate(
      () =>
        new Promise((resolve) =>
          navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
        ),
    );
    await page.clock.fastForward(16 * 60_000);
    await Promise.race([taken, pause(20_000)]);
    expect(await page.evaluate(isServed, site.version())).toBe(true);
  }).toPass({ timeout: 90_000 });
}

const expectVersion = (page: Page, version: string) =>
  expect.poll(() => versionOf(page).catch(() => '')).toBe(version);
const pages = ['/card-history', '/operations', '/freefire'];

for (const worker of [true, false]) {
  const kind = worker ? 'a tab with the worker' : 'a tab without a worker';
  test.describe(kind, () => {
    test.use({ serviceWorkers: worker ? 'allow' : 'block' });

    // Turned red by: a server without the files of former builds; a worker that takes over by itself.
    test(`${kind} sells through ${deploys} deploys: no screen breaks, no tap is lost`, async ({
      almas,
      context,
    }) => {
      const { page, buyer } = await openTab(almas, context, worker);
      let taps = 0;
      for (let round = 0; round < deploys; round += 1) {
        if (round % 5 === 4) await deployDuringSale(page, worker);
        else {
          await site.deploy();
          await sell(page);
        }
        taps += 1;
        await entry(page, pages[round % pages.length] ?? '').click();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectWhole(page);
        if (round % 2 === 1) continue;
        if (round % 5 !== 4) await letTabNotice(page, worker);
        // The message about the sale is gone.
        await page.clock.fastForward(60_000);
        await entry(page, '/catalog').click();
        await expectVersion(page, site.version());
        await expectWhole(page);
      }
      const { items } = await buyer.call('GET', '/purchases?limit=100');
      expect(items).toHaveLength(Math.min(taps, 100));
      expect((await buyer.call('GET', '/session')).user.balance).toBe(100_000 - taps * 150);
    });

    test(`${kind} takes a new version by itself at a change of page, and not while a form is open`, async ({
      almas,
      context,
    }) => {
      const { page } = await openTab(almas, context, worker);
      await entry(page, '/operations').click();
      await expect(page.getByRole('heading', { name: 'Toutes les Opérations' })).toBeVisible();
      const before = await versionOf(page);
      await page.getByRole('button', { name: 'Menu du compte' }).click();
      await page.getByRole('menuitem', { name: 'Mon profil' }).click();
      await page.getByRole('button', { name: 'Modifier' }).click();
      await page.getByLabel('Ville', { exact: true }).fill('Sétif');
      await site.deploy();
      await letTabNotice(page, worker);
      await entry(page, '/operations').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Continuer la saisie' }).click();
      await expect(page.getByLabel('Ville', { exact: true })).toHaveValue('Sétif');
      expect(await versionOf(page)).toBe(before);
      await page.getByRole('button', { name: 'Annuler' }).click();
      await entry(page, '/operations').click();
      await expectVersion(page, site.version());
      await expect(page).toHaveURL(/\/operations$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });

    // Turned red by: a reload that does not ask for open calls.
    test(`${kind} takes no new version at a change of page while a sale is open`, async ({
      almas,
      context,
    }) => {
      const { page, buyer } = await openTab(almas, context, worker);
      await toGame(page);
      await site.deploy();
      await letTabNotice(page, worker);
      const before = await versionOf(page);
      const isSale = (request: Request) => request.method() === 'POST';
      const release = await holdRequests(page, '**/api/purchases', isSale);
      await page.getByRole('button', { name: 'Acheter 1 code' }).click();
      await entry(page, '/operations').click();
      await expect(page.getByRole('heading', { level: 1, name: 'Opérations' })).toBeVisible();
      release();
      await expect.poll(async () => (await buyer.call('GET', '/purchases?limit=100')).items.length).toBe(1);
      expect(await versionOf(page)).toBe(before);
    });
  });
}

test.describe('two versions in quick succession', () => {
  test.use({
    serviceWorkers: 'allow',
    allowed: [[/request to another host/, /net::ERR_/, /load preload/], { scope: 'test' }] as never,
  });

  // Turned red by: a worker that deletes what a newer one, which is being installed while it takes over, has cached.
  test('a version that takes over while the next one is being installed leaves it its files: it opens without a network', async ({
    almas,
    context,
  }) => {
    const { page } = await openTab(almas, context, true);
    const update = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        await registration?.update();
      });
    const workers = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        const cache = await caches.open(
          (await caches.keys()).find((name) => name.includes('precache')) ?? '',
        );
        const pages = (await cache.keys()).filter(({ url }) => url.includes('/index.html')).length;
        return { waiting: registration?.waiting?.state, pages };
      });
    // The page lets a worker take over after two quiet seconds.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
    await site.deploy();
    await update();
    await expect.poll(async () => (await workers()).waiting).toBe('installed');
    await site.deploy();
    const release = site.hold(/\/assets\/unreadable-code-/);
    const taken = await page.evaluateHandle(() => {
      const changes = { count: 0 };
      navigator.serviceWorker.addEventListener('controllerchange', () => {
        changes.count += 1;
      });
      return changes;
    });
    const takenOver = () => taken.evaluate(({ count }) => count);
    await update();
    await expect.poll(async () => (await workers()).pages).toBe(3);
    await page.clock.resume();
    await expect.poll(takenOver).toBe(1);
    release();
    await expect.poll(takenOver).toBe(2);
    await expect.poll(async () => (await workers()).pages).toBe(1);
    await context.setOffline(true);
    await page.goto(`${site.baseURL}/operations`);
    await expectVersion(page, site.version());
    await context.setOffline(false);
  });
});

const secondPress = '/second-press';

/**
 * Presses two entries of the navigation, the second one after the response to `secondPress`. The page itself does it: while the page that
 * the first press opens is held back, the browser passes nothing on to the page that is there.
 */
function pressBoth(page: Page, entries: readonly [string, string]): void {
  const pressInPage = async ([first, second, between]: string[]) => {
    const press = (to = '') => document.querySelector<HTMLElement>(`nav a[href="${to}"]`)?.click();
    press(first);
    await fetch(between ?? '');
    press(second);
  };
  // The page leaves before it could answer.
  page.evaluate(pressInPage, [...entries, secondPress]).catch(() => undefined);
}

test.describe('a new version on a slow network', () => {
  test.use({ serviceWorkers: 'block' });

  // Turned red by: a reload after the change of page, which takes back what was pressed meanwhile.
  test('while the next page is on its way in a new version the former page takes presses: the last one counts', async ({
    almas,
    context,
  }) => {
    const { page } = await openTab(almas, context, false);
    await site.deploy();
    await letTabNotice(page, false);
    const release = await holdRequests(page, '**/card-history');
    const loading = page.waitForRequest((request) => request.isNavigationRequest());
    const goOn = await holdRequests(page, `**${secondPress}`);
    pressBoth(page, ['/card-history', '/operations']);
    await loading;
    goOn();
    await expectVersion(page, site.version());
    release();
    await expect(page.getByRole('heading', { level: 1, name: 'Opérations' })).toBeVisible();
    await expect(page).toHaveURL(/\/operations$/);
  });
});

/** Deploys a version and buys: the page applies the version only after the response to the purchase. */
async function deployDuringSale(page: Page, worker: boolean) {
  await toGame(page);
  await site.deploy();
  await letTabNotice(page, worker);
  const before = await versionOf(page);
  const isSale = (request: Request) => request.method() === 'POST';
  const release = await holdRequests(page, '**/api/purchases', isSale);
  await page.getByRole('button', { name: 'Acheter 1 code' }).click();
  expect(await versionOf(page)).toBe(before);
  release();
  await expect(bought(page).getByTestId('code')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.unroute('**/api/purchases');
}
