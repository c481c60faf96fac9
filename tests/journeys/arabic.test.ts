import type { BrowserContext, Page } from '@playwright/test';
import { prepareSampleData } from '../../scripts/lib/sample-data.mjs';
import { type Shot, shots } from '../../scripts/lib/screenshot-list.mjs';
import { expect, submitSignIn, test } from '../support/browser.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { arabicPage, frenchWords, watchStoredTexts } from './support/in-arabic.ts';
import { expectAccessible, expectNoSideScroll, readToTheEnd, untilSettled } from './support/screen-checks.ts';

/*
 * The screens of `npm run screenshots` in Arabic, named by the journeys in French and found in Arabic (support/in-arabic.ts): from right
 * to left, without a French word but names and stored texts, no wider than a phone, and the most used ones without a violation of WCAG.
 * Turned red by: a text that a component writes itself; a sentence that is left in French.
 */
test.use({ environment: { PLAYER_LOOKUP: 'demo' } });
let cookies: Awaited<ReturnType<typeof prepareSampleData>>;
test.beforeAll(async ({ almas }) => {
  cookies = await prepareSampleData(almas.baseURL, almas.admin, {
    databaseUrl: almas.databaseUrl,
    arabic: true,
  });
});

/** One of each kind of screen and dialog; all of them with LONG=1. */
const usual = new Set([
  'register',
  'not-found',
  'dashboard-bell',
  'dashboard-menu',
  'drawer',
  'recharge-requests',
  'security',
  'catalog-quantity',
  'card-history-codes',
  'counter-ticket',
  'operations-detail',
  'profile',
  'statement',
  'my-day',
  'credit-mine',
  'admin-journal',
  'admin-search',
  'admin-users-details',
  'admin-transactions',
  'admin-recharge',
  'admin-recharges-photo',
  'admin-freefire',
  'admin-product-edit',
  'admin-product-import-preview',
  'admin-batches',
  'admin-health',
  'admin-trends',
]);
const accessible = new Set([
  'login',
  'dashboard',
  'catalog-game',
  'catalog-bought',
  'operations',
  'freefire',
  'settings',
  'admin',
  'admin-users',
  'admin-products',
]);

const checked = shots.filter(
  ({ name }) => Boolean(process.env.LONG) || usual.has(name) || accessible.has(name),
);

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

const inArabic = (context: BrowserContext, baseURL: string) =>
  context.addCookies([{ name: 'lang', value: 'ar', url: baseURL }]);

async function check(page: Page, shot: Shot, storedTexts: () => string) {
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  // The preview shows the French words of the file that is imported.
  if (!shot.name.endsWith('import-preview'))
    expect.soft(await frenchWords(page, storedTexts()), shot.name).toEqual([]);
  if (accessible.has(shot.name)) await expectAccessible(page);
  await expectNoSideScroll(page);
}

const pathOf = ({ as, path }: Shot) => `${as} ${path}`;
for (const path of new Set(checked.map(pathOf))) {
  const ofPath = checked.filter((shot) => pathOf(shot) === path);
  test(`in Arabic these screens run from right to left, hold no French word and fit on a phone: ${ofPath.map(({ name }) => name).join(', ')} [ARB-08][ARB-09]`, async ({
    context,
    almas,
  }) => {
    for (const shot of ofPath)
      await test.step(shot.name, async () => {
        await inArabic(context, almas.baseURL);
        if (shot.as) await context.addCookies(cookies[shot.as]);
        const page = arabicPage(await context.newPage());
        page.setDefaultTimeout(30_000);
        const storedTexts = watchStoredTexts(page);
        await page.setViewportSize(shot.name === 'drawer' ? phone : desk);
        const shown = async () => {
          await page.goto(shot.path);
          await expect(page.locator('h1').first()).toBeVisible();
          await readToTheEnd(page);
          await page.evaluate(() => window.scrollTo(0, 0));
          await untilSettled(page);
          await shot.act?.(page, almas.admin);
          await untilSettled(page);
          await check(page, shot, storedTexts);
        };
        // One screen that fails does not hide what is wrong with the next.
        expect.soft(await shown().catch((error: Error) => error.message), shot.name).toBeUndefined();
        // The codes of a purchase count as seen when they are closed.
        await page.keyboard.press('Escape');
        await page.close();
      });
  });
}

test('a reseller chooses Arabic in the account menu and finds it again on another device, which can choose French again [ARB-06]', async ({
  page,
  almas,
  anotherPage,
}) => {
  const admin = await administrator(almas);
  const buyer = await reseller(almas, admin, { balance: 1_000 });
  await enterAs(page, almas, buyer);
  await page.goto('/dashboard');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.getByRole('button', { name: 'Menu du compte' }).click();
  await page.getByRole('menuitem', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/مرحبًا/);

  const other = await anotherPage();
  await other.goto('/login');
  await expect(other.locator('html')).toHaveAttribute('lang', 'fr');
  await submitSignIn(other, buyer);
  await expect(other.locator('html')).toHaveAttribute('lang', 'ar');
  await other.getByRole('button', { name: 'قائمة الحساب' }).click();
  await other.getByRole('menuitem', { name: 'Français' }).click();
  await expect(other.locator('html')).toHaveAttribute('lang', 'fr');

  // The first device follows the account.
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
});

test('when the owner turns the switch off, an open Arabic screen becomes French without a press [ARB-05]', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const buyer = await reseller(almas, admin);
  await inArabic(page.context(), almas.baseURL);
  await enterAs(page, almas, buyer);
  await page.goto('/dashboard');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  // The account takes the language of its browser; the screen follows the switches from then on.
  await expect.poll(async () => (await admin.call('GET', '/features')).enabled.includes('arabic')).toBe(true);
  await admin.call('PATCH', '/features/arabic', { enabled: false });
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test.describe('with the worker', () => {
  // A browser reports every lost connection as a resource that failed to load.
  test.use({
    serviceWorkers: 'allow',
    allowed: [[/net::ERR_/, /load preload assets/], { scope: 'test' }] as never,
  });

  // Turned red by: a worker whose compressed copy is served without the header that allows it the scope of every page.
  test('the worker of a language takes the place of the other, and the Arabic screens open without a network [ARB-10]', async ({
    page,
    almas,
    context,
  }) => {
    const admin = await administrator(almas);
    await admin.call('PATCH', '/features/arabic', { enabled: true });
    const buyer = await reseller(almas, admin, { balance: 1_000 });
    await enterAs(page, almas, buyer);
    await page.goto('/dashboard');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.getByRole('button', { name: 'Menu du compte' }).click();
    await page.getByRole('menuitem', { name: 'العربية' }).click();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const worker = () =>
      page.evaluate(async () => {
        const registrations = await navigator.serviceWorker.getRegistrations();
        return registrations.map(({ active }) => new URL(active?.scriptURL ?? location.href).pathname);
      });
    await expect.poll(worker).toEqual(['/ar/sw.js']);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await page.goto('/operations');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('كل العمليات');
    await context.setOffline(true);
    await page.goto('/dashboard');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/مرحبًا/);
    await context.setOffline(false);
  });
});
