/*
 * An answer STEP_UP_REQUIRED waits here for the dialog that asks for a code; the same call then goes on. Several calls
 * wait for one dialog.
 */
let waiting: ((confirmed: boolean) => void)[] = [];
let listener: (() => void) | undefined;

/** Asks the person for a code. @returns whether it was given and accepted; no, where no dialog can be shown */
export function askStepUp(): Promise<boolean> {
  if (!listener) return Promise.resolve(false);
  return new Promise((resolve) => {
    waiting = [...waiting, resolve];
    listener?.();
  });
}

export const stepUpAsked = (): boolean => waiting.length > 0;

/** The dialog is done. */
export function finishStepUp(confirmed: boolean): void {
  const asked = waiting;
  waiting = [];
  listener?.();
  for (const resolve of asked) resolve(confirmed);
}

/** The dialog's place on the screen; without it nothing is asked. */
export function onStepUp(changed: () => void): () => void {
  listener = changed;
  return () => {
    listener = undefined;
    finishStepUp(false);
  };
}
