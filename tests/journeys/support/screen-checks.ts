import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOnly } from 'axe-core';

/**
 * Nothing in the page has changed for a while: what was asked for has come, and is as it stays. A button that decides
 * takes presses, and its full colours, only after it has stood still for 800 ms (P29): that is waited for.
 */
export const atRest = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const milliseconds = () => (document.querySelector('[aria-disabled="true"]') ? 1_200 : 150);
        const rest = () => {
          changes.disconnect();
          resolve();
        };
        let timer = setTimeout(rest, milliseconds());
        const changes = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(rest, milliseconds());
        });
        changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      }),
  );

/**
 * Scrolls on until all is read: what stands far below is read when it comes into view, and what comes above pushes it out again.
 * On a small screen what is still to be read may stand between the view and the end.
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
 * The page learns of the other scheme a moment later, paints it in the frame after, and lets what moves come to rest. Polled from
 * here: `page.waitForFunction` sends a script of 300 kB to each document.
 */
async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const worn = () =>
    page.evaluate(async () => {
      for (const _frame of [1, 2]) await new Promise(requestAnimationFrame);
      return document.documentElement.dataset.colorScheme;
    });
  await expect.poll(worn, { message: 'the scheme of the page' }).toBe(colorScheme);
  await atRest(page);
  const moving = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY).length,
    );
  await expect.poll(moving, { message: 'animations that have not ended' }).toBe(0);
}

type RunAxe = (document: Document, options: axe.RunOptions) => Promise<axe.AxeResults>;

interface AxeColor {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(this: AxeColor, text: string): AxeColor;
}

/** A page has some thirty colours, and axe parses the text of one for each element behind each text: a quarter of its time. */
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

/** What axe finds: the name of each broken rule and the elements that break it. */
async function violationsOf(page: Page, runOnly: RunOnly): Promise<string[]> {
  // To read axe takes a twentieth of a second: once for each document.
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(`${axeSource};(${parseEachColorOnce})()`);
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: { run: RunAxe } };
    // What is right is not described: on a long screen that took a fifth of a look. None of the rules reads style sheets.
    const options: axe.RunOptions = { runOnly: rules, resultTypes: ['violations'], preload: false };
    const { violations } = await axe.run(document, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`);
  }, runOnly);
}

const everyRule: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** The rules of A and AA that look at colours: what a scheme can break. */
const rulesOfColour: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
const looks = [
  ['light', everyRule],
  ['dark', rulesOfColour],
] as const;

/** No violation of WCAG A or AA, nor of axe's best practices, on what is on screen, in the light and in the dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [colorScheme, rules] of looks) {
    await wear(page, colorScheme);
    expect(await violationsOf(page, rules), `axe, ${colorScheme}`).toEqual([]);
  }
}

/** The same at the widths of a desk and of a phone, with what is open left open: four combinations. */
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

/** No violation of the best practices about landmarks, headings and scrolling parts. Colours do not matter to them. */
export async function expectWellStructured(page: Page, what: string): Promise<void> {
  expect.soft(await violationsOf(page, structure), `axe, ${what}`).toEqual([]);
}

/** Nothing is wider than the screen, whatever its size. */
export async function expectNothingWider(page: Page, message = 'pixels beyond the screen'): Promise<void> {
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(tooWide, { message }).toBeLessThanOrEqual(0);
}

/** Nothing is wider than the screen of a phone (390 px). */
export async function expectNoSideScroll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingWider(page);
}

/** A page at 400 % on a desk of 1280 x 1024 (WCAG 1.4.10); a phone on its side with its keyboard open is not much higher. */
const zoomed = { width: 320, height: 256 };

/**
 * At 400 % nothing is wider than the screen, what scrolls is high enough to be read, and whatever takes a press can be scrolled to
 * where it takes one. Says what is lost.
 */
export async function lostWhenZoomed(page: Page): Promise<string[]> {
  await page.setViewportSize(zoomed);
  await atRest(page);
  return page.evaluate(() => {
    const lineHeights = 96;
    const top = [...document.querySelectorAll('dialog[open], [data-panel]')].at(-1) ?? document.body;
    const overflow = (element: Element) => getComputedStyle(element).overflowY;
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()} « ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)} »`;
    const lost: string[] = [];
    const parts = [...top.querySelectorAll('*')].filter((part) => overflow(part) === 'auto');
    for (const part of [document.documentElement, ...parts]) {
      // A table may be wider, and a strip of tiles on purpose.
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
      // The link that appears with the keyboard's focus.
      if (element.matches('a[href^="#"]') || target.closest('[aria-hidden="true"]')) continue;
      if (!target.checkVisibility({ visibilityProperty: true }) || target.matches('input[type="file"]'))
        continue;
      target.scrollIntoView({ block: 'center', inline: 'nearest' });
      // No user scrolls a part that hides what it has no room for.
      for (let part = target.parentElement; part; part = part.parentElement)
        if (overflow(part) === 'hidden' && part !== document.documentElement) part.scrollTop = 0;
      const { left, top: above, width, height } = target.getBoundingClientRect();
      if (width <= 1 || height <= 1) continue;
      const hit = document.elementFromPoint(left + width / 2, above + height / 2);
      if (hit && (target.contains(hit) || hit.closest('label')?.control === element)) continue;
      lost.push(`${describe(element)} under ${hit?.outerHTML.slice(0, 90) ?? 'nothing'}`);
    }
    return [...new Set(lost)];
  });
}

/** The text of a label stands in the middle of its chip or tile, to a pixel and a half. */
export async function expectCentred(label: Locator, chip: Locator): Promise<void> {
  const offCentre = async () =>
    label.evaluate(
      (element, around) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        const [inner, outer] = [text.getBoundingClientRect(), (around as Element).getBoundingClientRect()];
        return Math.max(
          Math.abs(inner.x + inner.width / 2 - outer.x - outer.width / 2),
          Math.abs(inner.y + inner.height / 2 - outer.y - outer.height / 2),
        );
      },
      await chip.elementHandle(),
    );
  await expect.poll(offCentre, { message: `pixels off the middle: ${label}` }).toBeLessThanOrEqual(1.5);
}
