import type { BrowserContext, Page } from '@playwright/test';
import { prepareSampleData } from '../../../scripts/lib/sample-data.mjs';
import { type Shot, shots } from '../../../scripts/lib/screenshot-list.mjs';
import { expect, test } from '../../support/browser.ts';
import {
  expectAccessible,
  expectAccessibleIn,
  expectNoSideScroll,
  expectWellStructured,
  lostWhenZoomed,
  readToTheEnd,
  untilSettled,
} from './screen-checks.ts';
import { smallTargets } from './touch-targets.ts';
import { englishWords } from './words.ts';

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

const mostUsed = new Set([
  'login',
  'register',
  'not-found',
  'forbidden',
  'dashboard',
  'dashboard-bell',
  'dashboard-menu',
  'drawer',
  'recharge-requests',
  'security',
  'catalog',
  'catalog-game',
  'catalog-quantity',
  'catalog-bought',
  'card-history',
  'card-history-codes',
  'operations',
  'operations-detail',
  'freefire',
  'freefire-customers',
  'profile',
  'settings',
  'settings-key',
  'settings-key-made',
  'settings-key-revoke',
  'settings-webhook',
  'settings-deliveries',
  'recharge',
  'history',
  'test-notifications',
  'credit-mine',
  'credit-advance',
  'credit-receipts',
  'staff',
  'staff-new',
  'staff-sales',
  'staff-devices',
  'staff-tills',
  'till-names',
  'till-pin',
  'cashier',
  'cashier-count',
  'cashier-sales',
  'cashier-forbidden',
]);
const checked = shots.filter(
  ({ as, name }) => as === 'admin' || Boolean(process.env.LONG) || mostUsed.has(name),
);

/** What a page shows, including the values of its fields, without the places of its menus: a closed one keeps its own. */
const shownOn = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')];
    const entered = fields.map(({ value, checked }) => `${value} ${checked}`);
    return [location.href, document.body.outerHTML.replace(/ style="[^"]*"/g, ''), ...entered].join('\n');
  });

interface LoadedPage {
  readonly page: Page;
  readonly asLoaded: string;
  /** Whether it has been loaded again since: its calls may have other responses from then on. */
  wasReloaded: boolean;
}

async function load(context: BrowserContext, path: string): Promise<LoadedPage> {
  const page = await context.newPage();
  await page.setViewportSize(desk);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await readToTheEnd(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  await untilSettled(page);
  const loaded = { page, asLoaded: await shownOn(page), wasReloaded: false };
  page.on('load', () => {
    loaded.wasReloaded = true;
  });
  return loaded;
}

/** Closes what was opened. @returns whether the page is as it was when it was loaded, so that the next screen of its path can use it */
async function restore({ page, asLoaded, wasReloaded }: LoadedPage): Promise<boolean> {
  if (wasReloaded) return false;
  await page.setViewportSize(desk);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  // A dialog over a dialog over a panel of the page.
  for (let presses = 0; presses <= 3; presses += 1) {
    await untilSettled(page);
    if ((await shownOn(page)) === asLoaded) {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.evaluate(() => window.scrollTo(0, 0));
      return true;
    }
    if ((await page.locator('dialog[open], [data-panel], :popover-open').count()) === 0) return false;
    await page.keyboard.press('Escape');
  }
  return false;
}

/**
 * WCAG: an administrator's screen on a desktop in the dark scheme and on a phone in the light one; the others on a phone in the dark
 * one, since journeys check them in the light one. Both schemes on both with LONG=1.
 */
function checkRules(page: Page, { as, name }: Shot, on: 'desk' | 'phone'): Promise<void> {
  if (process.env.LONG) return expectAccessible(page);
  if (as === 'admin') return expectAccessibleIn(page, on === 'desk' ? 'dark' : 'light');
  return on === 'desk' ? expectWellStructured(page, name) : expectAccessibleIn(page, 'dark');
}

const pathOf = ({ as, path }: Shot) => `${as} ${path}`;

/**
 * The tests of a file that opens some of the screens, on a server with the sample data: each administrator's screen and dialog of
 * `npm run screenshots`, and the most used ones of visitors and resellers (all with LONG=1; journeys check the others), once, on a
 * desktop and on a phone. It has no violation of WCAG A or AA (checkRules), landmarks and headings in order, nothing wider than a phone,
 * no target that is too small to tap, nothing out of reach at 400 %, and French texts. The screens of one path share a page, which is loaded again when closing a dialog does not restore it.
 * Turned red by: a grey of less contrast in the dark scheme; a table that scrolls and cannot be focused; a link in a list without the
 * height of its row; a small button that another one overlaps.
 */
export function checkScreens(isOfFile: (shot: Shot) => boolean): void {
  // One of the screens looks up names of players.
  test.use({ environment: { PLAYER_LOOKUP: 'demo' } });
  let cookies: Awaited<ReturnType<typeof prepareSampleData>>;
  test.beforeAll(async ({ almas }) => {
    cookies = await prepareSampleData(almas.baseURL, almas.admin, { databaseUrl: almas.databaseUrl });
  });

  const ofFile = checked.filter(isOfFile);
  for (const path of new Set(ofFile.map(pathOf))) {
    const ofPath = ofFile.filter((shot) => pathOf(shot) === path);
    test(`on a desktop and a phone these screens are accessible, in French, and their targets are large enough to tap: ${ofPath.map(({ name }) => name).join(', ')} [GEN-01]`, async ({
      context,
      almas,
    }) => {
      let loaded: LoadedPage | undefined;
      for (const shot of ofPath)
        await test.step(shot.name, async () => {
          if (shot.as) await context.addCookies(cookies[shot.as]);
          loaded ??= await load(context, shot.path);
          const { page } = loaded;
          // The screen of a person whose session has ended would pass as well.
          if (shot.path !== '/login') await expect(page).not.toHaveURL(/\/login/);
          // Only a phone has the drawer.
          const isOfPhone = shot.name === 'drawer';
          if (isOfPhone) await page.setViewportSize(phone);
          await shot.act?.(page, almas.admin);
          if (!isOfPhone) await checkRules(page, shot, 'desk');
          expect.soft(await englishWords(page), shot.name).toEqual([]);
          await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
          await expectNoSideScroll(page);
          await checkRules(page, shot, 'phone');
          expect.soft(await smallTargets(page), shot.name).toEqual([]);
          expect.soft(await lostWhenZoomed(page), `${shot.name} at 400 %`).toEqual([]);
          if (await restore(loaded)) return;
          await page.close();
          loaded = undefined;
        });
    });
  }
}
