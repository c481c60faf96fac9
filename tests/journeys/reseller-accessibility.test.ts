import { prepareSampleData } from '../../scripts/lib/sample-data.mjs';
import { shots } from '../../scripts/lib/screenshot-list.mjs';
import { expect, test } from '../support/browser.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';

/*
 * Every screen and dialog of resellers and visitors that `npm run screenshots` photographs: no violation of WCAG A or AA
 * at 1280 and at 390 px, in the light and in the dark, and nothing wider than a phone. Turned red by: a grey of less
 * contrast in the dark. With LONG=1 alone: their journeys check each screen too, in fewer combinations.
 */
test.describe.configure({ timeout: 180_000 });
let cookies: Awaited<ReturnType<typeof prepareSampleData>>;

// The drawer is of the phone alone: layout.test.ts.
const ofOthers = shots.filter(({ as, name }) => as !== 'admin' && name !== 'drawer');
const inOneTest = 3;
if (process.env.LONG) {
  test.beforeAll(async ({ almas }) => {
    cookies = await prepareSampleData(almas.baseURL, almas.admin);
  });
  for (let from = 0; from < ofOthers.length; from += inOneTest) {
    const some = ofOthers.slice(from, from + inOneTest);
    test(`screens of resellers and visitors have no violation of WCAG on a desk and a phone, light and dark: ${some.map(({ name }) => name).join(', ')}`, async ({
      context,
      almas,
    }) => {
      for (const { name, path, as, act } of some)
        await test.step(name, async () => {
          await context.clearCookies();
          if (as) await context.addCookies(cookies[as]);
          // One each: what was typed in the one before asks before its page is left.
          const page = await context.newPage();
          await page.setViewportSize({ width: 1280, height: 800 });
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.getByRole('status', { name: 'Chargement…' })).toHaveCount(0);
          await act?.(page, almas.admin);
          await expectAccessible(page);
          await expectNoSideScroll(page);
          await expectAccessible(page);
          await page.close();
        });
    });
  }
}
