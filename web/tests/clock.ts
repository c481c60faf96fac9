import { onTestFinished, vi } from 'vitest';
import { noteServerTime } from '../src/lib/server-clock.ts';

/** Sets the clock of the device, and lets `vi.advanceTimersByTimeAsync` move it with the timers; it goes on by itself too. */
export const setClock = (moment: string) =>
  vi.useFakeTimers({
    now: new Date(moment),
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });

let ahead = 0;
/** The time that the responses have, in epoch milliseconds. */
export const serverTime = (): number => Date.now() + ahead;

/** Sets the clock of the server so many hours ahead of the device's, until the test ends. */
export function setServerAhead(hours: number): void {
  ahead = hours * 3_600_000;
  onTestFinished(() => {
    ahead = 0;
    noteServerTime(Date.now());
  });
}
