/* The server's clock, for comparisons with times from the server: the clock of a device may be wrong by hours. */

/** More than the travel time of a response. A smaller difference is ignored: it changes nothing that a screen shows. */
const tolerance = 60_000;
/** Offset of the server's clock from the device's, in milliseconds. */
let ahead = 0;

/** Records the time of the server, in epoch milliseconds; NaN when a response has none. */
export function noteServerTime(moment: number): void {
  const difference = moment - Date.now();
  if (Math.abs(difference - ahead) > tolerance) ahead = difference;
}

/**
 * Milliseconds since a time that this device stored, by its own clock. One in the future, from before the clock was set back, counts as
 * equally long ago.
 */
export const deviceAge = (moment: number): number => Math.abs(Date.now() - moment);

/** The current time of the server, in epoch milliseconds. */
export const serverNow = (): number => Date.now() + ahead;
