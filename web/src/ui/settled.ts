import { type RefObject, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** How long the position of a control must be stable before a press on it counts: longer than a double click (P29). */
export const settleMilliseconds = 800;

interface Watched {
  x: number;
  y: number;
  /** Presses count from this event timestamp on. */
  from: number;
  /** What the control shows. */
  settled: boolean;
  readonly onChange: () => void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const watched = new Map<Element, Watched>();

/**
 * As if nothing were scrolled: the user's own scrolling is no change, whether of the page or of a dialog. A screen reader scrolls a
 * control into view and presses it before the event of that scroll.
 */
function positionOf(element: Element) {
  let { left: x, top: y } = element.getBoundingClientRect();
  for (let around = element.parentElement; around; around = around.parentElement) {
    x += around.scrollLeft;
    y += around.scrollTop;
  }
  return { x, y };
}

/** The time of a press is that of its event; on a busy page its handler runs later. */
const eventTime = () => new Event('').timeStamp;

function show(control: Watched, settled: boolean) {
  control.settled = settled;
  control.onChange();
}

/** Restarts the waiting time of a control. */
function restart(control: Watched, milliseconds = settleMilliseconds) {
  const from = eventTime() + milliseconds;
  if (from <= control.from) return;
  control.from = from;
  show(control, false);
  clearTimeout(control.timer);
  control.timer = setTimeout(() => show(control, true), milliseconds);
}

function measure() {
  for (const [element, control] of watched) {
    const { x, y } = positionOf(element);
    const displaced = Math.abs(x - control.x) > 1 || Math.abs(y - control.y) > 1;
    Object.assign(control, { x, y });
    if (displaced) restart(control);
  }
}

/** What is sticky stays on the screen while the rest scrolls: that is no change either. */
function acceptScroll() {
  for (const [element, control] of watched) Object.assign(control, positionOf(element));
}

let isObserving = false;

const removesDialog = ({ removedNodes }: MutationRecord) =>
  [...removedNodes].some(({ nodeName }) => nodeName === 'DIALOG');

/** The second press of a double press in a dialog arrives after the dialog has closed, and must not act on the page behind. */
function observe(changes: readonly MutationRecord[]) {
  measure();
  if (changes.some(removesDialog)) for (const control of watched.values()) restart(control);
}

/** Never removed: without a registered control it has nothing to measure. */
function start() {
  isObserving = true;
  new MutationObserver(observe).observe(document.body, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  new ResizeObserver(measure).observe(document.body);
  document.addEventListener('scroll', acceptScroll, { capture: true, passive: true });
  // A sheet that slides in (animation) moves its buttons without a DOM mutation. No transition moves a button.
  document.addEventListener('animationend', measure, { capture: true });
}

const controlOf = ({ current }: RefObject<HTMLElement | null>) =>
  current ? watched.get(current) : undefined;

function watch(element: Element, onChange: Watched['onChange'], appearing: number): () => void {
  if (!isObserving) start();
  const control: Watched = { ...positionOf(element), from: 0, settled: false, onChange, timer: undefined };
  watched.set(element, control);
  restart(control, appearing);
  return () => {
    clearTimeout(control.timer);
    watched.delete(element);
  };
}

export interface Settling {
  /** Waiting time of a control that has just appeared, in milliseconds; default: that of one that moved. */
  readonly appearing?: number | undefined;
  /** What a press would do; a change restarts the waiting time. */
  readonly subject?: string | undefined;
}

/**
 * Whether the position of a control has been stable for 800 ms. An earlier press was aimed at something else: at what was
 * there before a row left, before a colleague decided, or before a dialog opened or closed.
 */
export function useSettled(
  element: RefObject<HTMLElement | null>,
  { appearing = settleMilliseconds, subject }: Settling = {},
) {
  const subscribe = useCallback(
    (onChange: () => void) =>
      element.current ? watch(element.current, onChange, appearing) : () => undefined,
    [element, appearing],
  );
  // A store update renders before the browser delivers the next event, a state update later: a press in between would be
  // ignored by a control that looks ready.
  const settled = useSyncExternalStore(subscribe, () => controlOf(element)?.settled ?? false);
  const former = useRef(subject);
  useLayoutEffect(() => {
    if (former.current === subject) return;
    former.current = subject;
    const control = controlOf(element);
    if (control) restart(control);
  }, [element, subject]);
  /** Whether the control had settled when this press happened; exact also before the observers have run. */
  const isSettled = (press: { readonly timeStamp: number }) => {
    measure();
    const control = controlOf(element);
    return control !== undefined && press.timeStamp >= control.from;
  };
  return { settled, isSettled };
}
