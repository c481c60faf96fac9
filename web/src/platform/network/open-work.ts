/*
 * Work that a reload would interrupt: calls without a response that change something, and holds of other modules. A new version of the
 * application waits for it.
 */

let calls = 0;
const holds = new Set<() => boolean>();

/** Counts a call. @returns a function to be called when its response has arrived */
export function beginCall(): () => void {
  calls += 1;
  let open = true;
  return () => {
    if (open) calls -= 1;
    open = false;
  };
}

/** Prevents reloads while `isHeld` is true. @returns a function that removes the hold */
export function holdReload(isHeld: () => boolean): () => void {
  holds.add(isHeld);
  return () => holds.delete(isHeld);
}

export const hasOpenWork = (): boolean => calls > 0 || [...holds].some((isHeld) => isHeld());
