import { useMemo, useRef, useSyncExternalStore } from 'react';

/** A finger that has left is about to press again: the list is held for a moment longer. */
const fingerMilliseconds = 1_000;

/** The list under the pointer or the finger. */
let held: object | null = null;
let release: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function hold(list: object | null): void {
  clearTimeout(release);
  if (held === list) return;
  held = list;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The `ref` of a list: it notices the pointer over it. */
export type ListPointer = ReturnType<typeof useHeldList>['pointer'];

export type Held = 'here' | 'elsewhere' | null;

/**
 * Whether a pointer or a finger is over a list of the page. Its rows then keep their places, and so do those of the lists around it,
 * which would move it: a press would land on another row (P29).
 */
export function useHeldList() {
  const element = useRef<HTMLElement>(null);
  const { list, pointer } = useMemo(() => {
    const list = {};
    // Not React's events: they miss that the pointer leaves when what was under it has left the page.
    const pointer = (shown: HTMLElement | null) => {
      if (!shown) return;
      element.current = shown;
      const leaving = new AbortController();
      const enter = () => hold(list);
      const leave = ({ pointerType }: PointerEvent) => {
        if (held !== list) return;
        if (pointerType === 'mouse') return hold(null);
        clearTimeout(release);
        release = setTimeout(() => hold(null), fingerMilliseconds);
      };
      shown.addEventListener('pointerenter', enter, { signal: leaving.signal });
      shown.addEventListener('pointerleave', leave, { signal: leaving.signal });
      return () => {
        leaving.abort();
        element.current = null;
        if (held === list) hold(null);
      };
    };
    return { list, pointer };
  }, []);
  const isHeld = useSyncExternalStore<Held>(
    subscribe,
    () => (held === null ? null : held === list ? 'here' : 'elsewhere'),
    () => null,
  );
  return { held: isHeld, pointer, element };
}
