import { algiersClock, algiersZone } from '@almas/contract/algiers';

const pattern = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?$/;

/** Parses `2026-03-02 14:05:30` (in Algiers), the same with a zone, or `latest`. @returns milliseconds since 1970; undefined for other text */
export function parseRestoreTime(value: string): number | 'latest' | undefined {
  const text = value.trim();
  if (text === 'latest') return 'latest';
  const [, day, minute, second = ':00', zone = algiersZone] = pattern.exec(text) ?? [];
  if (!day) return undefined;
  const at = Date.parse(`${day}T${minute}${second}${zone}`);
  // Date parses a day that the month does not have as one of the next month.
  const isReal = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  return Number.isNaN(at) || !isReal ? undefined : at;
}

/** A time as `restore --at` accepts it: in Algiers, to the second. */
export const restoreTimeText = (at: number): string =>
  algiersClock(at).toISOString().slice(0, 19).replace('T', ' ');

/** Parses a time as PostgreSQL writes it into its log and into the history of a timeline. @returns milliseconds since 1970 */
export const postgresTime = (text: string): number =>
  Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
