import { prepareSampleData } from '../../scripts/lib/sample-data.mjs';
import { shots } from '../../scripts/lib/screenshot-list.mjs';
import { expect, test } from '../support/browser.ts';
import { expectAccessible, expectNoSideScroll, readToTheEnd } from './support/screen-checks.ts';

/*
 * Every screen and every dialog of an administrator that `npm run screenshots` photographs: no violation of WCAG A or AA
 * at 1280 and at 390 px, in the light and in the dark, and nothing wider than a phone. Turned red by: a grey of less
 * contrast in the dark; a table that scrolls and takes no keyboard.
 */
let cookies: Awaited<ReturnType<typeof prepareSampleData>>['admin'];

test.beforeAll(async ({ almas }) => {
  cookies = (await prepareSampleData(almas.baseURL, almas.admin)).admin;
});

test.describe.configure({ timeout: 300_000 });
const ofAdministrator = shots.filter((shot) => shot.as === 'admin');
const inOneTest = 3;
for (let from = 0; from < ofAdministrator.length; from += inOneTest) {
  const some = ofAdministrator.slice(from, from + inOneTest);
  test(`an administrator’s screens have no violation of WCAG on a desk and a phone, light and dark: ${some.map(({ name }) => name).join(', ')}`, async ({
    context,
    almas,
  }) => {
    await context.addCookies(cookies);
    for (const { name, path, act } of some)
      await test.step(name, async () => {
        // One each: what was typed in the one before asks before its page is left.
        const page = await context.newPage();
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await readToTheEnd(page);
        await page.evaluate(() => window.scrollTo(0, 0));
        await act?.(page, almas.admin);
        await expectAccessible(page);
        await expectNoSideScroll(page);
        await expectAccessible(page);
        await page.close();
      });
  });
}
