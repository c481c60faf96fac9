import type { BrowserContext, Page, Request } from '@playwright/test';
import { type Almas, expect, test } from '../support/browser.ts';
import { type Deployment, deployment } from '../support/releases.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { holdRequests } from './support/hold-requests.ts';
import { createProductWithCodes, type ProductWithCodes } from './support/products.ts';

// The tabs open the address of the releases instead of the product's own.
test.use({ allowed: [[/request to another host/, /net::ERR_/], { scope: 'test' }] as never });

const deploys = process.env.LONG ? 100 : 5;
const hour = 3_600_000;

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

const offer = (page: Page) => page.getByText('Nouvelle version disponible', { exact: false });
const expectOffer = (page: Page) => expect(offer(page)).toBeVisible();
const refresh = (page: Page) =>
  page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Actualiser' });
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
    // A page that learns of a deploy by its first check, before it is used, goes to the new version without an offer.
    const firstCheck = page.waitForResponse('**/version.json');
    await page.reload();
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await (await firstCheck).finished();
  }
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

/** Tabs check for a new version 15 minutes after their last check. */
const letTabCheck = async (page: Page) => page.clock.fastForward(16 * 60_000);
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
        if (round % 5 === 4) await deployDuringSale(page);
        else {
          await site.deploy();
          await sell(page);
        }
        taps += 1;
        await entry(page, pages[round % pages.length] ?? '').click();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectWhole(page);
        if (round % 2 === 1) continue;
        await letTabCheck(page);
        await expectOffer(page);
        await refresh(page).click();
        await expect.poll(() => versionOf(page).catch(() => '')).toBe(site.version());
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
      await site.deploy();
      await letTabCheck(page);
      await expectOffer(page);
      const before = await versionOf(page);
      await entry(page, '/freefire').click();
      await page.getByLabel('ID Free Fire').fill('123456789');
      await page.clock.fastForward(5 * hour);
      await refresh(page).click();
      await expect(page.getByText('enregistrez ou annulez', { exact: false })).toBeVisible();
      expect(await versionOf(page)).toBe(before);
      await page.getByLabel('ID Free Fire').fill('');
      await entry(page, '/operations').click();
      await expect.poll(() => versionOf(page).catch(() => '')).toBe(site.version());
      await expect(page).toHaveURL(/\/operations$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  });
}

test.describe('a former worker that stays active', () => {
  test.use({ serviceWorkers: 'allow' });

  // Browsers let a worker finish its responses, for minutes. Turned red by: a reload to which the former worker responds.
  test('when the old worker stays in place, a tab still reaches the new version at its own address', async ({
    almas,
    context,
  }) => {
    await context.addInitScript(() => {
      if (!('ServiceWorker' in globalThis)) return;
      const send = ServiceWorker.prototype.postMessage as (message: unknown) => void;
      ServiceWorker.prototype.postMessage = function (this: ServiceWorker, message: unknown) {
        const isHeld =
          sessionStorage.getItem('held') && (message as { type?: string }).type === 'SKIP_WAITING';
        if (!isHeld) send.call(this, message);
      };
    });
    const { page } = await openTab(almas, context, true);
    await page.evaluate(() => sessionStorage.setItem('held', 'yes'));
    await entry(page, '/card-history').click();
    await site.deploy();
    await letTabCheck(page);
    await expectOffer(page);
    await refresh(page).click();
    await expect.poll(() => versionOf(page).catch(() => '')).toBe(site.version());
    await expect(page).toHaveURL(`${site.baseURL}/card-history`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => sessionStorage.removeItem('held'));
    await page.reload();
    await expect.poll(() => versionOf(page).catch(() => '')).toBe(site.version());
    const isWaiting = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null);
    await expect.poll(() => isWaiting().catch(() => true)).toBe(false);
  });
});

test.describe('a new worker that is not loaded yet', () => {
  test.use({ serviceWorkers: 'allow' });

  // Turned red by: a reload to which the former worker responds because no other one is waiting.
  test('« Actualiser » leads to the new version even before the worker of that version has arrived', async ({
    almas,
    context,
  }) => {
    const { page } = await openTab(almas, context, true);
    await page.evaluate(() => {
      ServiceWorkerRegistration.prototype.update = () => Promise.reject(new Error('no network'));
    });
    await entry(page, '/operations').click();
    await site.deploy();
    await letTabCheck(page);
    await expectOffer(page);
    await refresh(page).click();
    await expect.poll(() => versionOf(page).catch(() => '')).toBe(site.version());
    await expect(page).toHaveURL(`${site.baseURL}/operations`);
  });
});

test.describe('a worker whose registration resolves late', () => {
  test.use({ serviceWorkers: 'allow' });

  // It resolves once the next worker has cached the whole product. Turned red by: a reload of a page that is already in use.
  test('a page that is already in use when its worker is registered is not reloaded, and offers the new version', async ({
    almas,
    context,
  }) => {
    const { page } = await openTab(almas, context, true);
    await page.addInitScript(() => {
      const { prototype } = ServiceWorkerContainer;
      const register = prototype.register;
      prototype.register = async function (this: ServiceWorkerContainer, ...parts) {
        const registration = await register.apply(this, parts);
        await new Promise((resolve) => Object.assign(window, { finishRegistration: resolve }));
        return registration;
      };
    });
    await page.reload();
    await page.waitForFunction(() => 'finishRegistration' in window);
    const before = await versionOf(page);
    await entry(page, '/operations').click();
    await site.deploy();
    await page.evaluate(() => (window as unknown as { finishRegistration: () => void }).finishRegistration());
    await expectOffer(page);
    expect(await versionOf(page)).toBe(before);
    await refresh(page).click();
    await expect.poll(() => versionOf(page).catch(() => '')).toBe(site.version());
  });
});

/** Deploys a version and buys: the page applies the version only after the response to the purchase. */
async function deployDuringSale(page: Page) {
  await toGame(page);
  await site.deploy();
  await letTabCheck(page);
  await expectOffer(page);
  const before = await versionOf(page);
  const isSale = (request: Request) => request.method() === 'POST';
  const release = await holdRequests(page, '**/api/purchases', isSale);
  await page.getByRole('button', { name: 'Acheter 1 code' }).click();
  await refresh(page).click();
  await expect(page.getByText('une opération est en cours', { exact: false })).toBeVisible();
  expect(await versionOf(page)).toBe(before);
  release();
  await expect(bought(page).getByTestId('code')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.unroute('**/api/purchases');
}
