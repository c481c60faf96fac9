/*
 * A call that is refused with STEP_UP_REQUIRED waits here for the dialog that asks for a code, and is then repeated. Several calls
 * share one dialog.
 */
let waiting: ((confirmed: boolean) => void)[] = [];
let listener: (() => void) | undefined;

/** Opens the dialog. @returns whether a code was accepted; false where no dialog can be shown */
export function requestStepUp(): Promise<boolean> {
  if (!listener) return Promise.resolve(false);
  return new Promise((resolve) => {
    waiting = [...waiting, resolve];
    listener?.();
  });
}

export const isStepUpRequested = (): boolean => waiting.length > 0;

/** Closes the dialog with this result. */
export function finishStepUp(confirmed: boolean): void {
  const asked = waiting;
  waiting = [];
  listener?.();
  for (const resolve of asked) resolve(confirmed);
}

/** Registers the component that shows the dialog; without it no code is asked for. */
export function onStepUp(changed: () => void): () => void {
  listener = changed;
  return () => {
    listener = undefined;
    finishStepUp(false);
  };
}
