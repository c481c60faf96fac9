import { expect } from 'vitest';
import { type Locator, locators, page, userEvent } from 'vitest/browser';

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** For what has no name of its own: a cell, a value of a list of facts. */
    css(selector: string): Locator;
  }
}
locators.extend({ css: (selector: string) => `css=${selector}` });

/** The whole text of an element, whatever its spaces are. */
export const exactly = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);

/** The texts of all elements, with plain spaces. */
export const textsOf = (found: Locator): string[] =>
  found.elements().map(({ textContent }) => (textContent ?? '').replace(/\s/g, ' '));

/** Presses a key in an element, once it is there. */
export async function press(target: Locator, key: string): Promise<void> {
  await expect.element(target).toBeInTheDocument();
  (target.element() as HTMLElement).focus();
  await userEvent.keyboard(key);
}

export const toasts = () => page.getByRole('region', { name: 'Messages' });

/** Expects a toast with exactly this text. */
export const expectToast = (text: string | RegExp): Promise<unknown> =>
  expect.element(toasts().getByText(text, { exact: true })).toBeVisible();

/** The value of a name in a list of facts. */
export const factOf = (within: Locator, name: string): Locator =>
  within
    .css('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .css('dd');

/** Waits until a control takes presses: not in the first moment after it or its dialog has appeared (P29). A click waits too. */
export const takesPresses = (control: Locator): Promise<unknown> =>
  expect.poll(() => getComputedStyle(control.element()).pointerEvents).toBe('auto');

/** A press that is not the second one of a double press (P29), however soon it follows: at another spot of the control. */
export const pressAnew = (control: Locator): Promise<void> => control.click({ position: { x: 4, y: 4 } });

/** Presses, in the page itself, 100 ms after something has changed. */
export function pressAfter(root: Element, hasChanged: () => boolean, act: () => void): Promise<void> {
  return new Promise((done) => {
    const changes = new MutationObserver(() => {
      if (!hasChanged()) return;
      changes.disconnect();
      setTimeout(() => {
        act();
        done();
      }, 100);
    });
    changes.observe(root, { childList: true, characterData: true, subtree: true });
  });
}

/** The element that holds a text which is shown once. */
export const around = (text: string): Locator =>
  page
    .css('main *')
    .filter({ has: page.getByText(text, { exact: true }) })
    .last();

/** The section under a heading. */
export const section = (title: string): Locator =>
  page.css('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** A double press on `control`: its second press hits what is at its place as soon as `brought` is there. */
export async function pressTwice(control: Locator, brought: Locator): Promise<void> {
  await takesPresses(control);
  const { x, y, width, height } = control.element().getBoundingClientRect();
  const [clientX, clientY] = [x + width / 2, y + height / 2];
  const second = new Promise<void>((done) => {
    const changes = new MutationObserver(() => {
      if (brought.length === 0) return;
      changes.disconnect();
      const click = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, clientX, clientY });
      document.elementFromPoint(clientX, clientY)?.dispatchEvent(click);
      done();
    });
    changes.observe(document.body, { childList: true, subtree: true });
  });
  await control.click();
  await second;
}
