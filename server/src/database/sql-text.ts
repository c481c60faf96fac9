import { timeZone } from '@almas/locale';

/* SQL fragments for texts and columns that the code names; input of a caller is always a parameter. */

/** These texts as an array, whose elements the planner does not look at. */
export const textArray = (texts: readonly string[]): string => `'{${texts.join(',')}}'::text[]`;

/** The conditions that a filter has; one that it does not have is false. */
export const conditions = (...parts: readonly (string | false)[]): string =>
  parts.filter((part) => part !== false).join(' AND ') || 'true';

/** The day in Algiers of a time column. */
export const dayOf = (column: string): string => `(${column} AT TIME ZONE '${timeZone}')::date`;

/** The time at which a day begins in Algiers; `day` is a date. */
export const dayStart = (day: string): string => `((${day})::timestamp AT TIME ZONE '${timeZone}')`;

/** Condition that a time column is within the days from `from` to `to`, inclusive; null: no bound. */
export const dayRange = (column: string, from: string, to: string): string =>
  `${column} >= coalesce(${dayStart(`${from}::date`)}, '-infinity')
  AND ${column} < coalesce(${dayStart(`${to}::date + 1`)}, 'infinity')`;

/**
 * Condition that a time in the past was not written while the clock was ahead: such a row would be the newest one until that time comes.
 * The minute is tolerance.
 */
export const isNotAhead = (column: string): string => `${column} <= clock_timestamp() + interval '1 minute'`;

/**
 * Condition that something with this lifetime has not expired. An `end` further ahead than the lifetime was written while the clock
 * was ahead and counts as expired. The minute of tolerance is for two statements that read the clock in one order and write in the
 * other.
 */
export const isUnexpired = (end: string, lifeSeconds: number): string =>
  `(${end} > now() AND ${end} <= now() + interval '${lifeSeconds + 60} seconds')`;

/** The name of the account with this id. */
export const accountName = (id: string): string =>
  `(SELECT coalesce(nullif(trim(first_name || ' ' || last_name), ''), nullif(display_name, ''), split_part(email, '@', 1))
      FROM users WHERE id = ${id})`;
