import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { requestRecharge } from './support/accounts.ts';
import { type Box, boxesOf } from './support/boxes.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { hasStarted } from './support/page-data.ts';
import { createProductWithCodes, purchase } from './support/products.ts';
import { expectNothingWider, readToTheEnd } from './support/screen-checks.ts';
import { openAllDay, requestTopUp } from './support/top-up.ts';

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin ??= await administrator(almas);
  await page.setViewportSize({ width: 320, height: 640 });
});

const name = 'Diamants agrandis';
/** Creates a product, and a purchase, a Free Fire request and a recharge request of the reseller. */
async function createActivity(reseller: Caller) {
  const product = await createProductWithCodes(admin, {
    name,
    offers: [{ name: '1060 + 106 Diamants', price: 1500, stock: 40 }],
  });
  await purchase(reseller, product);
  await openAllDay(admin);
  await requestTopUp(reseller, '5550001234');
  await requestRecharge(reseller, 9_500);
  return product;
}

/**
 * Texts that are cut off by the screen or by their container, and elements narrower than their words. Scrollable content is not cut off.
 */
function cutTexts(): string[] {
  const found = new Set<string>();
  const isHidden = (element: Element) =>
    !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
    element.closest('.visually-hidden, thead, option, [aria-hidden], svg, a[href="#contenu"]') !== null;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const { parentElement: parent, textContent: words } = text;
    if (!parent || !words?.trim() || isHidden(parent)) continue;
    let [left, right, top, bottom] = [0, document.documentElement.clientWidth, -Infinity, Infinity];
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const { overflowX, display } = getComputedStyle(box);
      if (display === 'inline' || overflowX === 'visible') continue;
      if (/auto|scroll/.test(overflowX)) {
        right = Infinity;
        break;
      }
      const edges = box.getBoundingClientRect();
      left = Math.max(left, edges.left);
      right = Math.min(right, edges.right);
      top = Math.max(top, edges.top);
      bottom = Math.min(bottom, edges.bottom);
    }
    const range = document.createRange();
    range.selectNodeContents(text);
    // A line is higher than its letters, so a few pixels of it may be hidden.
    const isCut = ({ left: from, right: to, top: above, bottom: below, width }: DOMRect) =>
      width > 1 && (from < left - 1 || to > right + 1 || above < top - 6 || below > bottom + 6);
    const ellipsis = getComputedStyle(parent).textOverflow === 'ellipsis';
    if (!ellipsis && [...range.getClientRects()].some(isCut)) found.add(words);
    if (ellipsis && parent.clientHeight < 20) found.add(words);
  }
  for (const box of document.querySelectorAll<HTMLElement>(
    'main :is(button, a, label, li, article, p, dt, dd)',
  )) {
    const { display, overflowX, textOverflow } = getComputedStyle(box);
    if (display === 'inline' || textOverflow === 'ellipsis' || /auto|scroll/.test(overflowX) || isHidden(box))
      continue;
    if (box.clientWidth > 0 && box.scrollWidth > box.clientWidth + 2) found.add(box.innerText);
  }
  return [...found];
}

async function expectAllReadable(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await hasStarted(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await readToTheEnd(page);
    await expectNothingWider(page, `pixels beyond the screen of ${path}`);
    await expect.poll(() => page.evaluate(cutTexts), { message: `texts cut off on ${path}` }).toEqual([]);
  }
}

// Turned red by: a top bar that never wraps; tiles of a fixed height; a fixed number of columns at any text size.
test('with text at 200 % no page of a reseller is wider than a phone of 320 px, or cuts a text off', async ({
  page,
  almas,
}) => {
  const user = await reseller(almas, admin, { balance: 12_345.5 });
  const product = await createActivity(user);
  await enterAs(page, almas, user);
  const game = `/catalog?game=${encodeURIComponent(product.game)}`;
  const pages = ['/dashboard', '/catalog', game, '/card-history', '/operations', '/freefire', '/profile'];
  pages.push('/settings', '/recharge', '/history', '/test-notifications', '/nowhere');
  await expectAllReadable(page, pages);
});

// Turned red by: a button beside its offer that is as wide as its word at the usual size of text; initials that outgrow their tile.
test('with text at 200 % a phone of 390 px shows the buttons of the offers whole, and the initials of a game inside their tile', async ({
  page,
  almas,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const user = await reseller(almas, admin, { balance: 12_345.5 });
  const product = await createActivity(user);
  await enterAs(page, almas, user);
  await expectAllReadable(page, ['/dashboard', `/catalog?game=${encodeURIComponent(product.game)}`]);
  const tile = page.locator('main [aria-hidden]:has(> span)').first();
  const [around, initials] = (await boxesOf(tile, tile.locator('> span'))) as [Box, Box];
  expect(initials.width).toBeLessThan(around.width - 6);
});

test('with text at 200 % no page of an administrator is wider than a phone of 320 px, or cuts a text off', async ({
  page,
  almas,
}) => {
  const product = await createActivity(await reseller(almas, admin, { balance: 112_345.5 }));
  await enterAs(page, almas, admin);
  const game = `/admin/products?game=${encodeURIComponent(product.game)}`;
  const pages = ['/admin', '/admin/users', '/admin/products', game, `/admin/products/${product.id}/edit`];
  pages.push('/admin/products/new', '/admin/transactions', '/admin/recharge', '/admin/recharges');
  await expectAllReadable(page, [...pages, '/admin/freefire', '/nowhere']);
});
