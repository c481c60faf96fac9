import { timeZone } from '@almas/locale';

/* Parts of statements, for texts and columns that the code itself names; what a caller sends is always a parameter. */

/** `VALUES` of these texts, to be given a name and a column. */
export const valuesList = (texts: readonly string[]): string =>
  `VALUES ${texts.map((text) => `('${text}')`).join(', ')}`;

/** The day of Algiers in which the time of a column lies. */
export const dayOf = (column: string): string => `(${column} AT TIME ZONE '${timeZone}')::date`;

/** The moment with which a day of Algiers begins; `day` is a date. */
export const dayStart = (day: string): string => `((${day})::timestamp AT TIME ZONE '${timeZone}')`;

/** Whether the time of a column lies in the days from `from` to `to`, both included; null bounds nothing. */
export const dayRange = (column: string, from: string, to: string): string =>
  `${column} >= coalesce(${dayStart(`${from}::date`)}, '-infinity')
  AND ${column} < coalesce(${dayStart(`${to}::date + 1`)}, 'infinity')`;

/**
 * Whether what lives for so many seconds has not ended. An end that is further ahead was given by a clock that was ahead, and would be
 * that much too late; the minute is for two statements that read the clock in another order than they write.
 */
export const isUnexpired = (end: string, lifeSeconds: number): string =>
  `(${end} > now() AND ${end} <= now() + interval '${lifeSeconds + 60} seconds')`;
