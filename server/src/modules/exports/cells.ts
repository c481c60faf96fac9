import { algiersClock } from '@almas/contract/algiers';

/** An amount in DA, a moment, a day, a text, a number; absent is an empty cell. */
export type Cell =
  | { readonly dinars: number }
  | { readonly at: string }
  | { readonly day: string }
  | string
  | number
  | null
  | undefined;

export const dinars = (amount: number | null | undefined): Cell =>
  amount === null || amount === undefined ? null : { dinars: amount };

export const at = (moment: string | null | undefined): Cell => (moment ? { at: moment } : null);

/** `2026-03-01` or a moment as a French reader writes the day. */
export const frenchDay = (day: string): string => day.slice(0, 10).split('-').reverse().join('/');

/** A moment by the clock of Algiers. Without Intl, which is slow for a million rows. */
export function localTime(moment: string): string {
  const local = algiersClock(Date.parse(moment)).toISOString();
  return `${frenchDay(local)} ${local.slice(11, 19)}`;
}

/** Characters that no spreadsheet can hold: NUL and the like. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are taken out
const unreadable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

export const readable = (text: string): string => text.replace(unreadable, '');
