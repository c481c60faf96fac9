import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

/** How long a control must have stood still before a press on it counts: longer than a double click (P29). */
export const settleMilliseconds = 800;

interface Watched {
  x: number;
  y: number;
  /** When it appeared or was last displaced (`performance.now`). */
  since: number;
  readonly tell: (settled: boolean) => void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const watched = new Map<Element, Watched>();

/** In coordinates of the document: scrolling the page displaces nothing. */
function positionOf(element: Element) {
  const { left, top } = element.getBoundingClientRect();
  return { x: left + window.scrollX, y: top + window.scrollY };
}

function stamp(control: Watched) {
  control.since = performance.now();
  control.tell(false);
  clearTimeout(control.timer);
  control.timer = setTimeout(() => control.tell(true), settleMilliseconds);
}

function measure() {
  for (const [element, control] of watched) {
    const { x, y } = positionOf(element);
    const displaced = Math.abs(x - control.x) > 1 || Math.abs(y - control.y) > 1;
    Object.assign(control, { x, y });
    if (displaced) stamp(control);
  }
}

/** A person who scrolls a dialog knows what is under the pointer. */
function acceptScroll() {
  for (const [element, control] of watched) Object.assign(control, positionOf(element));
}

const motionEnds = ['animationend', 'transitionend'] as const;
let stop: (() => void) | null = null;

function start() {
  const changes = new MutationObserver(measure);
  changes.observe(document.body, { childList: true, characterData: true, subtree: true });
  const sizes = new ResizeObserver(measure);
  sizes.observe(document.body);
  document.addEventListener('scroll', acceptScroll, { capture: true, passive: true });
  // A sheet that slides in displaces its buttons without a change of the document.
  for (const end of motionEnds) document.addEventListener(end, measure, { capture: true });
  stop = () => {
    changes.disconnect();
    sizes.disconnect();
    document.removeEventListener('scroll', acceptScroll, { capture: true });
    for (const end of motionEnds) document.removeEventListener(end, measure, { capture: true });
    stop = null;
  };
}

function watch(element: Element, tell: Watched['tell']): () => void {
  if (!stop) start();
  const control: Watched = { ...positionOf(element), since: 0, tell, timer: undefined };
  watched.set(element, control);
  stamp(control);
  return () => {
    clearTimeout(control.timer);
    watched.delete(element);
    if (watched.size === 0) stop?.();
  };
}

/**
 * Whether a control has stood where it is for 800 ms. A press before that was aimed at something else: at what stood
 * there before a row left, before a colleague decided, or before a dialog opened.
 */
export function useSettled(element: RefObject<HTMLElement | null>) {
  const [settled, setSettled] = useState(false);
  // Before it can be seen, and pressed.
  useLayoutEffect(() => (element.current ? watch(element.current, setSettled) : undefined), [element]);
  /** Exact at the moment of a press, also before the observers have run. */
  const isSettled = useCallback(() => {
    measure();
    const control = element.current && watched.get(element.current);
    return control != null && performance.now() - control.since >= settleMilliseconds;
  }, [element]);
  return { settled, isSettled };
}
