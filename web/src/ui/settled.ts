import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** How long a control must have stood still before a press on it counts: longer than a double click (P29). */
export const settleMilliseconds = 800;

interface Watched {
  x: number;
  y: number;
  /** From when on a press counts, in the time of events. */
  from: number;
  readonly onChange: (settled: boolean) => void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const watched = new Map<Element, Watched>();

/** In coordinates of the document: scrolling the page displaces nothing. */
function positionOf(element: Element) {
  const { left, top } = element.getBoundingClientRect();
  return { x: left + window.scrollX, y: top + window.scrollY };
}

/** A press is judged by when it happened, not by when a busy page comes to it. */
const eventTime = () => new Event('').timeStamp;

/** Starts the waiting time of a control anew. */
function restart(control: Watched, milliseconds = settleMilliseconds) {
  const from = eventTime() + milliseconds;
  if (from <= control.from) return;
  control.from = from;
  control.onChange(false);
  clearTimeout(control.timer);
  control.timer = setTimeout(() => control.onChange(true), milliseconds);
}

function measure() {
  for (const [element, control] of watched) {
    const { x, y } = positionOf(element);
    const displaced = Math.abs(x - control.x) > 1 || Math.abs(y - control.y) > 1;
    Object.assign(control, { x, y });
    if (displaced) restart(control);
  }
}

/** A person who scrolls a dialog knows what is under the pointer. */
function acceptScroll() {
  for (const [element, control] of watched) Object.assign(control, positionOf(element));
}

let stop: (() => void) | null = null;

const removesDialog = ({ removedNodes }: MutationRecord) =>
  [...removedNodes].some(({ nodeName }) => nodeName === 'DIALOG');

/** The second press of a double one in a dialog comes when the dialog is closed: it is about nothing behind it. */
function observe(changes: readonly MutationRecord[]) {
  measure();
  if (changes.some(removesDialog)) for (const control of watched.values()) restart(control);
}

function start() {
  const changes = new MutationObserver(observe);
  changes.observe(document.body, { childList: true, characterData: true, subtree: true });
  const sizes = new ResizeObserver(measure);
  sizes.observe(document.body);
  document.addEventListener('scroll', acceptScroll, { capture: true, passive: true });
  // A sheet that slides in displaces its buttons without a change of the document. No transition moves a button.
  document.addEventListener('animationend', measure, { capture: true });
  stop = () => {
    changes.disconnect();
    sizes.disconnect();
    document.removeEventListener('scroll', acceptScroll, { capture: true });
    document.removeEventListener('animationend', measure, { capture: true });
    stop = null;
  };
}

function watch(element: Element, onChange: Watched['onChange'], appearing: number): () => void {
  if (!stop) start();
  const control: Watched = { ...positionOf(element), from: 0, onChange, timer: undefined };
  watched.set(element, control);
  restart(control, appearing);
  return () => {
    clearTimeout(control.timer);
    watched.delete(element);
    if (watched.size === 0) stop?.();
  };
}

export interface Settling {
  /** How long a control that has just appeared must stand, in milliseconds; without it as long as a displaced one. */
  readonly appearing?: number | undefined;
  /** What a press would do: a press is not about what it says since a moment ago. */
  readonly subject?: string | undefined;
}

/**
 * Whether a control has stood where it is for 800 ms. A press before that was aimed at something else: at what stood
 * there before a row left, before a colleague decided, or before a dialog opened or closed.
 */
export function useSettled(
  element: RefObject<HTMLElement | null>,
  { appearing = settleMilliseconds, subject }: Settling = {},
) {
  const [settled, setSettled] = useState(false);
  // Before it can be seen, and pressed.
  useLayoutEffect(
    () => (element.current ? watch(element.current, setSettled, appearing) : undefined),
    [element, appearing],
  );
  const former = useRef(subject);
  useLayoutEffect(() => {
    if (former.current === subject) return;
    former.current = subject;
    const control = element.current && watched.get(element.current);
    if (control) restart(control);
  }, [element, subject]);
  /** Whether the control had settled when this press happened; exact also before the observers have run. */
  const isSettled = useCallback(
    (press: { readonly timeStamp: number }) => {
      measure();
      const control = element.current && watched.get(element.current);
      return control != null && press.timeStamp >= control.from;
    },
    [element],
  );
  return { settled, isSettled };
}
