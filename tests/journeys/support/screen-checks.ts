import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOnly } from 'axe-core';

/** Waits until the DOM has not changed for 150 ms, and until what has just appeared or moved takes presses again (P29). */
export const untilSettled = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const rest = () => {
          // Its end changes an attribute, which is waited for.
          if (document.querySelector('[data-fresh], [data-moved], [data-dialog-closed]')) return;
          changes.disconnect();
          resolve();
        };
        let timer = setTimeout(rest, 150);
        const changes = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(rest, 150);
        });
        changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      }),
  );

/**
 * Scrolls until everything is loaded: parts far below are loaded when they come into view, and parts above then push them down again.
 * On a small screen a part that still loads may be between the view and the end.
 */
export function readToTheEnd(page: Page): Promise<void> {
  const loading = page.getByRole('status', { name: 'Chargement…' });
  return expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    if ((await loading.count()) > 0) await loading.first().scrollIntoViewIfNeeded({ timeout: 1_000 });
    await expect(loading).toHaveCount(0, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}

/**
 * Sets the colour scheme and waits until the page has painted it and its animations have ended. Polled from here, because
 * `page.waitForFunction` sends a script of 300 kB to each document.
 */
async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const applied = () =>
    page.evaluate(async () => {
      for (const _frame of [1, 2]) await new Promise(requestAnimationFrame);
      return document.documentElement.dataset.colorScheme;
    });
  await expect.poll(applied, { message: 'the scheme of the page' }).toBe(colorScheme);
  await untilSettled(page);
  const moving = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY).length,
    );
  await expect.poll(moving, { message: 'animations that have not ended' }).toBe(0);
}

type RunAxe = (context: Document | Element, options: axe.RunOptions) => Promise<axe.AxeResults>;

interface AxeColor {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(this: AxeColor, text: string): AxeColor;
}

/**
 * Caches axe's parsing of colours. A page has about thirty, and axe parses them for each element behind each text, which takes a
 * quarter of its time.
 */
function parseEachColorOnce() {
  const { axe } = window as unknown as { axe: { commons: { color: { Color: { prototype: AxeColor } } } } };
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const parsed = new Map<string, Pick<AxeColor, 'r' | 'g' | 'b' | 'alpha'>>();
  prototype.parseString = function (text) {
    const known = parsed.get(text);
    if (known) return Object.assign(this, known);
    const { r, g, b, alpha } = parseString.call(this, text);
    parsed.set(text, { r, g, b, alpha });
    return this;
  };
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The violations that axe finds: the name of each broken rule and the elements that break it. Under an open dialog or panel it does not
 * look: the page beneath is a screen of its own, and axe took most of the time of a run there.
 */
async function violationsOf(page: Page, runOnly: RunOnly): Promise<string[]> {
  // Loading axe takes 50 ms: once for each document.
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(`${axeSource};(${parseEachColorOnce})()`);
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: { run: RunAxe } };
    // Without a description of what passes, which took a fifth of the time on a long screen. None of the rules reads style sheets.
    const options: axe.RunOptions = { runOnly: rules, resultTypes: ['violations'], preload: false };
    // What the bar at the bottom covers in part at this scroll position is whole at another: axe sees the page with the bar at its end.
    const bars = [...document.querySelectorAll('nav')].filter(
      (nav) => getComputedStyle(nav).position === 'sticky',
    );
    for (const bar of bars) bar.style.position = 'static';
    const top = [...document.querySelectorAll('dialog[open], [data-panel], :popover-open')].at(-1);
    const { violations } = await axe.run(top ?? document, options);
    for (const bar of bars) bar.style.position = '';
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`);
  }, runOnly);
}

const everyRule: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/** Expects no violation of WCAG A or AA nor of axe's best practices in one scheme. */
export async function expectAccessibleIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  // A list is dimmed while another one is being read.
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await setColorScheme(page, colorScheme);
  expect(await violationsOf(page, everyRule), `axe, ${colorScheme}`).toEqual([]);
}

/** The same in the light scheme, and with LONG=1 in the dark one too: there every screen is checked once (accessible-screens.ts). */
export async function expectAccessible(page: Page): Promise<void> {
  await expectAccessibleIn(page, 'light');
  if (process.env.LONG) await expectAccessibleIn(page, 'dark');
}

/** The same at the widths of a desktop and of a phone, with open dialogs left open. */
export async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
}

const structure: RunOnly = {
  type: 'rule',
  values: [
    'heading-order',
    'landmark-banner-is-top-level',
    'landmark-main-is-top-level',
    'landmark-no-duplicate-banner',
    'landmark-no-duplicate-main',
    'landmark-one-main',
    'landmark-unique',
    'page-has-heading-one',
    'scrollable-region-focusable',
  ],
};

/** Expects no violation of the best practices about landmarks, headings and scrolling regions, which do not depend on colours. */
export async function expectWellStructured(page: Page, what: string): Promise<void> {
  expect.soft(await violationsOf(page, structure), `axe, ${what}`).toEqual([]);
}

/** Expects that nothing is wider than the screen. */
export async function expectNothingWider(page: Page, message = 'pixels beyond the screen'): Promise<void> {
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(tooWide, { message }).toBeLessThanOrEqual(0);
}

/** Expects that nothing is wider than the screen of a phone (390 px). */
export async function expectNoSideScroll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingWider(page);
}

/** A page at 400 % on a desk of 1280 x 1024 (WCAG 1.4.10); a phone on its side with its keyboard open is not much higher. */
const zoomed = { width: 320, height: 256 };

/**
 * Checks the page at 400 %: nothing is wider than the screen, scrolling regions are high enough to be read, and every control can be
 * scrolled to where it can be pressed.
 * @returns what fails
 */
export async function lostWhenZoomed(page: Page): Promise<string[]> {
  await page.setViewportSize(zoomed);
  await untilSettled(page);
  return page.evaluate(() => {
    const lineHeights = 96;
    const top =
      [...document.querySelectorAll('dialog[open], [data-panel], :popover-open')].at(-1) ?? document.body;
    const overflow = (element: Element) => getComputedStyle(element).overflowY;
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()} « ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)} »`;
    const lost: string[] = [];
    const parts = [...top.querySelectorAll('*')].filter((part) => overflow(part) === 'auto');
    for (const part of [document.documentElement, ...parts]) {
      // Tables may be wider, and so may strips of tiles, intentionally.
      const isFixed = getComputedStyle(part).overflowX === 'hidden' || part.matches('ul, :has(table)');
      if (part.scrollWidth > part.clientWidth && !isFixed)
        lost.push(`${part.scrollWidth} px wide: ${describe(part)}`);
      if (part.scrollHeight > part.clientHeight && part.clientHeight < lineHeights && part.clientHeight > 0)
        lost.push(`only ${part.clientHeight} of ${part.scrollHeight} px high: ${describe(part)}`);
    }
    for (const element of top.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')) {
      const label =
        element instanceof HTMLInputElement && element.matches('.visually-hidden') && element.labels?.[0];
      const target = label || element;
      // The skip link, which is visible only with the keyboard's focus.
      if (element.matches('a[href^="#"]') || target.closest('[aria-hidden="true"]')) continue;
      if (!target.checkVisibility({ visibilityProperty: true }) || target.matches('input[type="file"]'))
        continue;
      target.scrollIntoView({ block: 'center', inline: 'nearest' });
      // A region that hides its overflow cannot be scrolled by a user.
      for (let part = target.parentElement; part; part = part.parentElement)
        if (overflow(part) === 'hidden' && part !== document.documentElement) part.scrollTop = 0;
      // A link in a text may go on in the next line.
      const {
        left,
        top: above,
        width,
        height,
      } = target.getClientRects()[0] ?? target.getBoundingClientRect();
      if (width <= 1 || height <= 1) continue;
      const hit = document.elementFromPoint(left + width / 2, above + height / 2);
      if (hit && (target.contains(hit) || hit.closest('label')?.control === element)) continue;
      lost.push(`${describe(element)} under ${hit?.outerHTML.slice(0, 90) ?? 'nothing'}`);
    }
    return [...new Set(lost)];
  });
}
