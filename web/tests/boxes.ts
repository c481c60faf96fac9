import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { moving } from './accessible.ts';

/** The boxes of visible elements, all measured at the same time, after the animations of the screen have ended. */
export async function boxesOf(...found: readonly Locator[]): Promise<DOMRect[]> {
  for (const one of found) await expect.element(one).toBeVisible();
  await expect.poll(moving).toBe(0);
  return found.map((one) => one.element().getBoundingClientRect());
}

export async function boxOf(found: Locator): Promise<DOMRect> {
  const [box = new DOMRect()] = await boxesOf(found);
  return box;
}

/** The size of text that the browser is set to, in percent of the usual one, until the screen is left. */
export function setTextSize(percent: number): void {
  document.documentElement.style.fontSize = percent === 100 ? '' : `${percent}%`;
}

/** Expects that the text of a label is centred in its chip or tile, to 1.5 pixels. */
export async function expectCentred(label: Locator, chip: Locator): Promise<void> {
  const offCentre = () => {
    const text = document.createRange();
    text.selectNodeContents(label.element());
    const [inner, outer] = [text.getBoundingClientRect(), chip.element().getBoundingClientRect()];
    return Math.max(
      Math.abs(inner.x + inner.width / 2 - outer.x - outer.width / 2),
      Math.abs(inner.y + inner.height / 2 - outer.y - outer.height / 2),
    );
  };
  await expect.element(label).toBeVisible();
  await expect.poll(offCentre, { message: 'pixels off the middle' }).toBeLessThanOrEqual(1.5);
}

/** The sizes of screens that the tests of layouts name. */
export const phone = () => page.viewport(390, 844);
export const desk = () => page.viewport(1280, 800);
