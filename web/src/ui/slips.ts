import { type RefObject, useLayoutEffect } from 'react';

/** How soon after another press at the same place a press is the second one of a double press. */
const doublePressMilliseconds = 500;
/** A finger does not hit the same pixel twice. */
const doublePressPixels = 24;

interface Press {
  readonly timeStamp: number;
  readonly clientX: number;
  readonly clientY: number;
  /** How many clicks in a row; 0 for the keyboard. */
  readonly detail: number;
}

let former: Press | undefined;
let latest: Press | undefined;

/** Remembers the last two presses of controls. The browser counts the clicks of a mouse (`detail`), not those of every finger. */
export function watchPresses(): void {
  const remember = ({ timeStamp, clientX, clientY, detail, target }: MouseEvent) => {
    // A press that has hit nothing has changed nothing.
    if (!(target instanceof Element && target.closest('a, button, input, label, summary'))) return;
    former = latest;
    latest = { timeStamp, clientX, clientY, detail };
  };
  const forget = () => {
    latest = undefined;
  };
  window.addEventListener('click', remember, { capture: true });
  // Who types in between presses anew.
  window.addEventListener('input', forget, { capture: true });
}

/** A key that is held presses once. In a text Enter writes lines. */
export function holdEnterOnce(): void {
  const ignoreRepeat = (event: KeyboardEvent) => {
    if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement))
      event.preventDefault();
  };
  document.addEventListener('keydown', ignoreRepeat, { capture: true });
}

/** Whether a press is the second one of a double press: it was aimed at what the first one has changed (P29). */
export function isSecondPress(press: Press): boolean {
  if (press.detail > 1) return true;
  if (!former || press.detail === 0 || former.detail === 0) return false;
  const { timeStamp, clientX, clientY } = former;
  return (
    press.timeStamp - timeStamp < doublePressMilliseconds &&
    Math.hypot(press.clientX - clientX, press.clientY - clientY) < doublePressPixels
  );
}

/** How long something that has just appeared or changed takes no press. */
export const pressFreeMilliseconds = 500;

/**
 * Lets an element take no press for a moment: the pointer finds nothing there (`[data-fresh]` in theme/base.css), and a key presses
 * nothing (`isFresh`).
 */
export function refusePresses(element: HTMLElement, milliseconds = pressFreeMilliseconds): () => void {
  element.dataset.fresh = '';
  const timer = setTimeout(() => delete element.dataset.fresh, milliseconds);
  return () => {
    clearTimeout(timer);
    delete element.dataset.fresh;
  };
}

export const isFresh = (element: Element): boolean =>
  element.closest('[data-fresh], [data-dialog-closed] [data-deciding]') !== null;

let reopening: ReturnType<typeof setTimeout> | undefined;

/** The second press of a double press in a dialog comes when it has closed: no control behind it decides in that moment. */
export function refuseDecisions(): void {
  document.body.dataset.dialogClosed = '';
  clearTimeout(reopening);
  reopening = setTimeout(() => delete document.body.dataset.dialogClosed, pressFreeMilliseconds);
}

/** A control takes no press in the moment after it has appeared, or after its subject, such as a price, has changed. */
export function useFreshSubject(control: RefObject<HTMLElement | null>, subject: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each subject
  useLayoutEffect(() => (control.current ? refusePresses(control.current) : undefined), [control, subject]);
}
