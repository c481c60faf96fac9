/*
 * What a reload would interrupt: calls that change something and have no answer yet, and whatever else says so. A new
 * version of the application waits for it.
 */

let calls = 0;
const holds = new Set<() => boolean>();

/** @returns the function that says that the answer has come. */
export function beginCall(): () => void {
  calls += 1;
  let open = true;
  return () => {
    if (open) calls -= 1;
    open = false;
  };
}

/** @returns the function that stops asking. */
export function holdReload(isHeld: () => boolean): () => void {
  holds.add(isHeld);
  return () => holds.delete(isHeld);
}

export const hasOpenWork = (): boolean => calls > 0 || [...holds].some((isHeld) => isHeld());
