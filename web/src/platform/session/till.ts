import { deviceAge } from '../../lib/server-clock.ts';
import { readJson, writeJson } from '../../lib/storage.ts';

/*
 * A device on which cashiers sell. This browser keeps that it is one, and when the cashier touched it last: a screen that is opened again
 * after the pause asks for the PIN, as one does that stayed open.
 */

/** After this pause (milliseconds) the next person is asked who sells. */
const tillPauseMilliseconds = 120_000;

const deviceName = 'almas.till';
const touchName = 'almas.till-touched';

/** Whether this browser is that of an enrolled device; the server decides. */
export const isTillDevice = (): boolean => readJson<boolean>(deviceName) === true;
export const setTillDevice = (isOne: boolean): void => writeJson(deviceName, isOne || null);

export const noteTillTouch = (): void => writeJson(touchName, Date.now());
/** The cashier has left: what is opened again begins with the picker. */
export const lockTill = (): void => writeJson(touchName, 0);
/** @param own the last touch of this tab, which counts where the browser keeps none */
export const isTillLocked = (own: number | null = null): boolean => {
  const touched = readJson<number>(touchName) ?? own;
  return touched !== null && deviceAge(touched) >= tillPauseMilliseconds;
};
