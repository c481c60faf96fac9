import { type RefObject, useLayoutEffect, useRef } from 'react';

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

/** How long something that has just appeared, changed or moved takes no press. */
export const pressFreeMilliseconds = 500;
/** What a press has brought takes none for longer: the second tap of a double tap comes up to 0.9 s after the first. */
export const resultMilliseconds = 800;

/** By element: the time from which its presses count. Times are those of events, which a busy page handles later. */
const pressableFrom = new WeakMap<Element, number>();
/** The latest pause of each element. */
const pauses = new WeakMap<Element, object>();

/**
 * Its end comes in two steps: from the first its presses count, from the next frame the pointer finds it. A press that was made before
 * the first and is handled after it has hit nothing, instead of an element that would ignore it.
 * @param mark for the style that hides the element from the pointer (theme/base.css)
 */
function pausePresses(
  element: HTMLElement,
  mark: 'fresh' | 'dialogClosed',
  milliseconds: number,
): () => void {
  const pause = {};
  const isLatest = () => pauses.get(element) === pause;
  const show = () => {
    if (isLatest()) delete element.dataset[mark];
  };
  const count = () => {
    if (isLatest()) pressableFrom.set(element, new Event('').timeStamp);
  };
  pauses.set(element, pause);
  element.dataset[mark] = '';
  pressableFrom.set(element, Number.POSITIVE_INFINITY);
  setTimeout(() => {
    count();
    requestAnimationFrame(() => requestAnimationFrame(show));
  }, milliseconds);
  return () => {
    count();
    show();
  };
}

/** Lets an element take no press for a moment: the pointer finds nothing there, and a key presses nothing (`isFresh`). */
export const refusePresses = (element: HTMLElement, milliseconds = pressFreeMilliseconds): (() => void) =>
  pausePresses(element, 'fresh', milliseconds);

/** The second press of a double press in a dialog comes when it has closed: no control behind it decides in that moment. */
export function refuseDecisions(): void {
  pausePresses(document.body, 'dialogClosed', pressFreeMilliseconds);
}

/** Whether a press was made while the element, or what holds it, took none. */
export function isFresh(element: Element, { timeStamp }: { readonly timeStamp: number }): boolean {
  const decides = element.hasAttribute('data-deciding');
  for (let around: Element | null = element; around; around = around.parentElement) {
    if (around === document.body && !decides) return false;
    if (timeStamp < (pressableFrom.get(around) ?? 0)) return true;
  }
  return false;
}

/** A control takes no press in the moment after it has appeared, or after its subject, such as a price, has changed. */
export function useFreshSubject(control: RefObject<HTMLElement | null>, subject: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each subject
  useLayoutEffect(() => (control.current ? refusePresses(control.current) : undefined), [control, subject]);
}

interface Place {
  x: number;
  y: number;
  timer?: ReturnType<typeof setTimeout>;
}

/** Where a control is, as if nothing were scrolled: the user's own scrolling moves nothing. */
function placeOf(control: Element): Place {
  let { left: x, top: y } = control.getBoundingClientRect();
  for (let box = control.parentElement; box; box = box.parentElement) {
    x += box.scrollLeft;
    y += box.scrollTop;
  }
  return { x, y };
}

/** What moves an element when it grows: itself and what holds it, up to its dialog, which the page behind does not move. */
function boxesAround(element: Element): Element[] {
  const boxes = [];
  for (let box: Element | null = element; box && !(box instanceof HTMLDialogElement); box = box.parentElement)
    boxes.push(box);
  return boxes;
}

/**
 * Hides each deciding control in an element from the pointer for a moment when it has moved, which it does when one of the boxes grows:
 * the finger was aimed at what had been there. A key is aimed at no place.
 */
export function hideMovedDecisions(
  element: HTMLElement,
  boxes = boxesAround(element),
  places = new WeakMap<Element, Place>(),
): () => void {
  const measure = () => {
    for (const control of element.querySelectorAll<HTMLElement>('[data-deciding]')) {
      const now = placeOf(control);
      const place = places.get(control) ?? now;
      places.set(control, place);
      if (Math.hypot(now.x - place.x, now.y - place.y) <= 1) continue;
      Object.assign(place, now);
      control.dataset.moved = '';
      clearTimeout(place.timer);
      place.timer = setTimeout(() => delete control.dataset.moved, pressFreeMilliseconds);
    }
  };
  measure();
  const growth = new ResizeObserver(measure);
  for (const box of boxes) growth.observe(box);
  return () => growth.disconnect();
}

/** @param order the rows of the list: a change moves them too */
export function useMovedDecisions(list: RefObject<HTMLElement | null>, order: string | undefined): void {
  const places = useRef(new WeakMap<Element, Place>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each order
  useLayoutEffect(() => {
    const element = list.current;
    return element ? hideMovedDecisions(element, boxesAround(element), places.current) : undefined;
  }, [list, order]);
}
