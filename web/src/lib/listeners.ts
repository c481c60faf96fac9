interface Listeners<Arguments extends readonly unknown[]> {
  /** @returns a function that stops listening */
  readonly subscribe: (listener: (...given: Arguments) => void) => () => void;
  /** Calls every listener. */
  readonly notify: (...given: Arguments) => void;
}

/** Listeners to a value that is kept outside React: `subscribe` is the first argument of `useSyncExternalStore`. */
export function createListeners<Arguments extends readonly unknown[] = []>(): Listeners<Arguments> {
  const listeners = new Set<(...given: Arguments) => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: (...given) => {
      for (const listener of listeners) listener(...given);
    },
  };
}
