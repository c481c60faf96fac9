import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The page hears of the other scheme a moment later, and paints it in the frame after. */
const wears = (page: Page, colorScheme: 'light' | 'dark') =>
  page.waitForFunction(
    (scheme) =>
      document.documentElement.dataset.mantineColorScheme === scheme &&
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))),
    colorScheme,
  );

/** No violation of WCAG A or AA on what is on screen, in the light and in the dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await wears(page, colorScheme);
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`);
    expect(found, `axe, ${colorScheme}`).toEqual([]);
  }
}

/** Nothing is wider than the screen of a phone (390 px). */
export async function expectNoSideScroll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(tooWide, { message: 'pixels beyond the screen' }).toBeLessThanOrEqual(0);
}
