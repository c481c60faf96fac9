import { errors, expect, type Locator } from '@playwright/test';

export type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

const firstOf = async (locator: Locator) => {
  await locator.waitFor();
  const found = await locator.elementHandle();
  if (!found) throw new errors.TimeoutError(`nothing is shown: ${locator}`);
  return found;
};

/**
 * The boxes of visible elements in CSS pixels of the viewport, in the given order. All are measured at the same time, after none has
 * moved for two frames and their animations have ended: measured one after the other, two parts of a dialog that was still moving
 * overlapped.
 */
export async function boxesOf(...locators: readonly Locator[]): Promise<Box[]> {
  const elements = await Promise.all(locators.map(firstOf));
  await Promise.all(elements.map((element) => element.waitForElementState('stable')));
  return locators[0]
    ? locators[0].page().evaluate(async (all) => {
        const moving = () =>
          document.getAnimations().filter(({ playState, effect }) => {
            const { target } = effect as KeyframeEffect;
            const ends = effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
            return playState === 'running' && ends && all.some((element) => target?.contains(element));
          });
        for (let under = moving(); under.length > 0; under = moving())
          await Promise.allSettled(under.map(({ finished }) => finished));
        return all.map((element) => {
          const { x, y, width, height } = (element as Element).getBoundingClientRect();
          return { x, y, width, height };
        });
      }, elements)
    : [];
}

/** The box of a visible element, measured when it does not move. */
export async function boxOf(locator: Locator): Promise<Box> {
  const [box = { x: 0, y: 0, width: 0, height: 0 }] = await boxesOf(locator);
  return box;
}

/** The centre of a visible element that does not move, where a finger would press it. */
export async function middleOf(locator: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const { x, y, width, height } = await boxOf(locator);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Waits until a control takes presses: not in the first moment after it or its dialog has appeared (P29). A click of a test waits too. */
export const takesPresses = (control: Locator): Promise<void> =>
  expect(control).toHaveCSS('pointer-events', 'auto');

/** A press that is not the second one of a double press (P29), however soon it follows: at another spot of the control. */
export const pressAnew = (control: Locator): Promise<void> => control.click({ position: { x: 4, y: 4 } });
