/*
 * The time by the server's clock, for everything that is compared with moments that the server gave. The clock of a device may be
 * hours wrong.
 */

/** Longer than an answer travels. A smaller difference changes nothing that a screen says. */
const tolerance = 60_000;
/** By how much the server's clock is ahead of the device's, in milliseconds. */
let ahead = 0;

/** Notes what the server's clock says now, in epoch milliseconds; NaN when an answer does not say. */
export function noteServerTime(moment: number): void {
  const difference = moment - Date.now();
  if (Math.abs(difference - ahead) > tolerance) ahead = difference;
}

/** Epoch milliseconds. */
export const serverNow = (): number => Date.now() + ahead;
