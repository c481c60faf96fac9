import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';

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

/** For the element of a list: it notices the pointer over it. */
export type ListPointer = ReturnType<typeof useHeldList>['pointer'];

export type Held = 'here' | 'elsewhere' | null;

/**
 * Whether a pointer or a finger is over a list of the page. Its rows then keep their places, and so do those of the lists around it,
 * which would move it: a press would land on another row (P29).
 */
export function useHeldList() {
  const element = useRef<HTMLElement>(null);
  const handlers = useMemo(() => {
    const list = {};
    return {
      list,
      ref: (shown: HTMLElement | null) => {
        element.current = shown;
      },
      onPointerEnter: () => hold(list),
      onPointerLeave: ({ pointerType }: { readonly pointerType: string }) => {
        if (held !== list) return;
        if (pointerType === 'mouse') return hold(null);
        clearTimeout(release);
        release = setTimeout(() => hold(null), fingerMilliseconds);
      },
    };
  }, []);
  const { list, ...pointer } = handlers;
  useEffect(() => () => void (held === list && hold(null)), [list]);
  const isHeld = useSyncExternalStore<Held>(
    subscribe,
    () => (held === null ? null : held === list ? 'here' : 'elsewhere'),
    () => null,
  );
  return { held: isHeld, pointer, element };
}
