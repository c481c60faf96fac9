import type { Page } from '@playwright/test';
import { prepareSampleData } from '../../scripts/lib/sample-data.mjs';
import { shots } from '../../scripts/lib/screenshot-list.mjs';
import { expect, test } from '../support/browser.ts';
import { readToTheEnd } from './support/screen-checks.ts';

/*
 * On a phone everything that takes a tap is 44 px high and wide, as far as a finger reaches it: what lies under the finger
 * 21 px from the middle is measured, not the box. A link inside a sentence is as high as its line. On a desk axe measures
 * (24 px, with the distance to the next one): reseller-accessibility and admin-accessibility. Turned red by: a link in a
 * list without the height of its row; a small button that another one overlaps.
 */
let cookies: Awaited<ReturnType<typeof prepareSampleData>>;

test.beforeAll(async ({ almas }) => {
  cookies = await prepareSampleData(almas.baseURL, almas.admin);
});
test.describe.configure({ timeout: 300_000 });

/** What a finger cannot hit, by its words and its measures. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 44;
    const takesTaps = 'a[href], button, input, select, textarea, summary, [role="option"], [role="menuitem"]';
    // What lies under a dialog or an opened panel waits for its turn.
    const top = [...document.querySelectorAll('dialog[open], [data-panel]')].at(-1) ?? document.body;
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node !== element && node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
    /** The label of a box that is not seen itself takes its taps. */
    const targetOf = (element: Element): Element =>
      (element instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(element.type)
        ? element.labels?.[0]
        : undefined) ?? element;
    const found: string[] = [];
    for (const element of top.querySelectorAll<HTMLElement>(takesTaps)) {
      const target = targetOf(element);
      target.scrollIntoView({ block: 'center', inline: 'nearest' });
      const { left, top: above, width, height } = target.getBoundingClientRect();
      const [x, y] = [left + width / 2, above + height / 2];
      const isSeen = width > 1 && height > 1 && target.checkVisibility({ visibilityProperty: true });
      if (!isSeen || x < 0 || x > innerWidth || y < 0 || isInSentence(element)) continue;
      const hits = (pointX: number, pointY: number) => {
        const hit = document.elementFromPoint(pointX, pointY);
        return hit !== null && (target.contains(hit) || hit.closest('label')?.control === element);
      };
      if (!hits(x, y)) continue;
      let covers = '';
      const reach = (stepX: number, stepY: number) => {
        for (let distance = 0.5; distance <= least / 2; distance += 0.5) {
          const point = [x + stepX * distance, y + stepY * distance] as const;
          if (hits(...point)) continue;
          covers = document.elementFromPoint(...point)?.outerHTML.slice(0, 90) ?? 'nothing';
          return distance - 0.5;
        }
        return least / 2;
      };
      const across = reach(-1, 0) + reach(1, 0);
      const down = reach(0, -1) + reach(0, 1);
      if (across >= least - 1 && down >= least - 1) continue;
      const name = element.getAttribute('aria-label') ?? target.textContent?.trim().slice(0, 40);
      found.push(`${element.tagName.toLowerCase()} « ${name} »: ${across} x ${down}, beside it ${covers}`);
    }
    return [...new Set(found)];
  });

const measured = [
  ['login', 'register', 'dashboard', 'dashboard-bell', 'dashboard-menu', 'drawer', 'recharge-requests'],
  ['catalog', 'catalog-game', 'catalog-quantity', 'catalog-bought', 'card-history', 'card-history-codes'],
  ['operations', 'operations-detail', 'freefire', 'freefire-customers', 'profile', 'settings', 'security'],
  ['admin', 'admin-users', 'admin-users-details', 'admin-users-batch', 'admin-journal', 'admin-bell'],
  [
    'admin-products',
    'admin-products-game',
    'admin-product-details',
    'admin-product-edit',
    'admin-transactions',
  ],
  ['admin-recharge', 'admin-recharge-approve', 'admin-recharges', 'admin-recharges-batch', 'admin-freefire'],
];
for (const names of measured)
  test(`every target of a tap is at least 44 px on a phone: ${names.join(', ')}`, async ({
    context,
    almas,
  }) => {
    for (const name of names)
      await test.step(name, async () => {
        const shot = shots.find((one) => one.name === name);
        if (!shot) throw new Error(`${name} is no screen of the list`);
        await context.clearCookies();
        if (shot.as) await context.addCookies(cookies[shot.as]);
        const page = await context.newPage();
        await page.setViewportSize({ width: 390, height: 844 });
        await page.goto(shot.path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await readToTheEnd(page);
        await page.evaluate(() => window.scrollTo(0, 0));
        await shot.act?.(page, almas.admin);
        expect.soft(await smallTargets(page), name).toEqual([]);
        await page.close();
      });
  });
