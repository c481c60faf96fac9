import type { BrowserContext, Page } from '@playwright/test';
import { prepareSampleData } from '../../scripts/lib/sample-data.mjs';
import { type Shot, shots } from '../../scripts/lib/screenshot-list.mjs';
import { expect, test } from '../support/browser.ts';
import {
  expectAccessible,
  expectNoSideScroll,
  expectWellStructured,
  lostWhenZoomed,
  readToTheEnd,
  untilSettled,
} from './support/screen-checks.ts';
import { smallTargets } from './support/touch-targets.ts';
import { englishWords } from './support/words.ts';

/*
 * Every screen and every dialog of an administrator that `npm run screenshots` photographs, and those of visitors and resellers that
 * are seen most (all with LONG=1: their journeys look at the others). Each is opened once and looked at on a desk and on a
 * phone; those of one path follow each other on one page, which is loaded again when closing them does not restore it: no violation of WCAG A or AA in the light and in the dark, landmarks and headings in order, nothing wider than a phone,
 * nothing that a finger cannot hit, nothing that is out of reach at 400 %, and French. Turned red by: a grey of less contrast in the dark; a table that scrolls
 * and takes no keyboard; a link in a list without the height of its row; a small button that another one overlaps.
 */
// One of the screens looks up names of players.
test.use({ environment: { PLAYER_LOOKUP: 'demo' } });
let cookies: Awaited<ReturnType<typeof prepareSampleData>>;
test.beforeAll(async ({ almas }) => {
  cookies = await prepareSampleData(almas.baseURL, almas.admin);
});

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

const seenMost = new Set([
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
  'recharge',
  'history',
  'test-notifications',
]);
const isLookedAtWhole = ({ as }: Shot) => as === 'admin' || Boolean(process.env.LONG);
const looked = shots.filter((shot) => isLookedAtWhole(shot) || seenMost.has(shot.name));

/** The visible text of a page, including the values of its fields. */
const shownOn = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')];
    const entered = fields.map(({ value, checked }) => `${value} ${checked}`);
    return [location.href, document.body.outerHTML, ...entered].join('\n');
  });

interface LoadedPage {
  readonly page: Page;
  readonly asLoaded: string;
  /** It has been loaded once more since: calls may be answered in another way from then on. */
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

/** Closes what was opened. @returns whether the page is as it was loaded, for the next screen of its path */
async function restore({ page, asLoaded, wasReloaded }: LoadedPage): Promise<boolean> {
  if (wasReloaded) return false;
  await page.setViewportSize(desk);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  for (let presses = 0; presses < 3; presses += 1) {
    await untilSettled(page);
    if ((await shownOn(page)) === asLoaded) {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.evaluate(() => window.scrollTo(0, 0));
      return true;
    }
    await page.keyboard.press('Escape');
  }
  return false;
}

const pathOf = ({ as, path }: Shot) => `${as} ${path}`;
for (const path of new Set(looked.map(pathOf))) {
  const some = looked.filter((shot) => pathOf(shot) === path);
  test(`on a desk and a phone these screens are accessible, in French, and a finger hits their targets: ${some.map(({ name }) => name).join(', ')} [GEN-01]`, async ({
    context,
    almas,
  }) => {
    let loaded: LoadedPage | undefined;
    for (const shot of some)
      await test.step(shot.name, async () => {
        if (shot.as) await context.addCookies(cookies[shot.as]);
        loaded ??= await load(context, shot.path);
        const { page } = loaded;
        const look = () =>
          isLookedAtWhole(shot) ? expectAccessible(page) : expectWellStructured(page, shot.name);
        // The drawer is of the phone alone.
        const isOfPhone = shot.name === 'drawer';
        if (isOfPhone) await page.setViewportSize(phone);
        await shot.act?.(page, almas.admin);
        if (!isOfPhone) await look();
        expect.soft(await englishWords(page), shot.name).toEqual([]);
        await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
        await expectNoSideScroll(page);
        await look();
        expect.soft(await smallTargets(page), shot.name).toEqual([]);
        expect.soft(await lostWhenZoomed(page), `${shot.name} at 400 %`).toEqual([]);
        if (await restore(loaded)) return;
        await page.close();
        loaded = undefined;
      });
  });
}
