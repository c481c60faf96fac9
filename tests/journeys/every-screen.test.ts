import { prepareSampleData } from '../../scripts/lib/sample-data.mjs';
import { type Shot, shots } from '../../scripts/lib/screenshot-list.mjs';
import { expect, test } from '../support/browser.ts';
import {
  expectAccessible,
  expectNoSideScroll,
  expectWellStructured,
  lostWhenZoomed,
  readToTheEnd,
} from './support/screen-checks.ts';
import { smallTargets } from './support/touch-targets.ts';
import { englishWords } from './support/words.ts';

/*
 * Every screen and every dialog of an administrator that `npm run screenshots` photographs, and those of visitors and resellers that
 * are seen most (all with LONG=1: their journeys look at the others). Each is opened once and looked at on a desk and on a
 * phone: no violation of WCAG A or AA in the light and in the dark, landmarks and headings in order, nothing wider than a phone,
 * nothing that a finger cannot hit, nothing that is out of reach at 400 %, and French. Turned red by: a grey of less contrast in the dark; a table that scrolls
 * and takes no keyboard; a link in a list without the height of its row; a small button that another one overlaps.
 */
// Names of players are asked for on one of the screens.
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

const inOneTest = 3;
for (let from = 0; from < looked.length; from += inOneTest) {
  const some = looked.slice(from, from + inOneTest);
  test(`on a desk and a phone these screens are accessible, in French, and a finger hits their targets: ${some.map(({ name }) => name).join(', ')} [GEN-01]`, async ({
    context,
    almas,
  }) => {
    for (const shot of some)
      await test.step(shot.name, async () => {
        await context.clearCookies();
        if (shot.as) await context.addCookies(cookies[shot.as]);
        // One each: what was typed in the one before asks before its page is left.
        const page = await context.newPage();
        const look = () =>
          isLookedAtWhole(shot) ? expectAccessible(page) : expectWellStructured(page, shot.name);
        // The drawer is of the phone alone.
        const isOfPhone = shot.name === 'drawer';
        await page.setViewportSize(isOfPhone ? phone : desk);
        await page.goto(shot.path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await readToTheEnd(page);
        await page.evaluate(() => window.scrollTo(0, 0));
        await shot.act?.(page, almas.admin);
        if (!isOfPhone) await look();
        expect.soft(await englishWords(page), shot.name).toEqual([]);
        await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
        await expectNoSideScroll(page);
        await look();
        expect.soft(await smallTargets(page), shot.name).toEqual([]);
        expect.soft(await lostWhenZoomed(page), `${shot.name} at 400 %`).toEqual([]);
        await page.close();
      });
  });
}
