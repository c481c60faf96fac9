/*
 * The time of Algiers. Algeria keeps UTC+1 all year: plain arithmetic gives the same answer in every browser and server
 * (AMB-14). Moments are epoch milliseconds.
 */
export const algiersZone = '+01:00';
export const hourMilliseconds = 3_600_000;
export const dayMilliseconds = 24 * hourMilliseconds;
const offset = hourMilliseconds;

/** What the clocks of Algiers show at a moment, in the UTC fields of a date. */
export const algiersClock = (moment: number): Date => new Date(moment + offset);

/** The day of Algiers at a moment, yyyy-mm-dd. */
export const algiersDay = (moment: number): string => algiersClock(moment).toISOString().slice(0, 10);

/** The moment at which the clocks of Algiers show this. */
export const momentOfClock = (clock: Date): number => clock.getTime() - offset;

/** The midnight with which the day of Algiers began (AMB-42, AMB-79). */
export const algiersMidnight = (moment: number): number =>
  Math.floor((moment + offset) / dayMilliseconds) * dayMilliseconds - offset;
