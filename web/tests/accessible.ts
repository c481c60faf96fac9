import axe, { type RunOnly } from 'axe-core';
import { expect } from 'vitest';
import { commands, page } from 'vitest/browser';

const everyRule: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** The rules of A and AA about colours, which depend on the scheme. */
const rulesOfColour: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

async function violations(runOnly: RunOnly): Promise<string[]> {
  // What the bar at the bottom covers in part at this scroll position is whole at another: axe sees the page with the bar at its end.
  const bars = [...document.querySelectorAll('nav')].filter(
    (nav) => getComputedStyle(nav).position === 'sticky',
  );
  for (const bar of bars) bar.style.position = 'static';
  const found = await axe.run(document, { runOnly, resultTypes: ['violations'], preload: false });
  for (const bar of bars) bar.style.position = '';
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`);
}

export const moving = () =>
  document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY).length;

/** Waits until what has just appeared or moved takes presses again (P29), and nothing is animated or being read. */
async function untilStill(): Promise<void> {
  const busy = '[data-fresh], [data-moved], [data-dialog-closed], main [aria-busy="true"]';
  await expect.poll(() => document.querySelector(busy)).toBeNull();
  await expect.poll(moving).toBe(0);
}

/** Expects no violation of WCAG A or AA nor of axe's best practices in the light and the dark scheme. */
export async function expectAccessible(): Promise<void> {
  for (const [scheme, rules] of [
    ['light', everyRule],
    ['dark', rulesOfColour],
  ] as const) {
    await commands.colorScheme(scheme);
    await expect.poll(() => document.documentElement.dataset.colorScheme).toBe(scheme);
    await untilStill();
    expect(await violations(rules), `axe, ${scheme}`).toEqual([]);
  }
  await commands.colorScheme('light');
}

/** Expects that nothing is wider than the screen of a phone (390 px). */
export async function expectNoSideScroll(): Promise<void> {
  await page.viewport(390, 844);
  await expect.poll(() => document.documentElement.scrollWidth - window.innerWidth).toBeLessThanOrEqual(0);
}

/** The same at the widths of a desktop and of a phone, with open dialogs left open: four combinations. */
export async function expectAccessibleAtBothWidths(): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.viewport(width, height);
    await expectAccessible();
  }
}
