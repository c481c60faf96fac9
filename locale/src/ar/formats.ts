import type { Language } from '@almas/contract/languages';
import { amountInDa, amountInDzd, onFirstUse, sidebarBalance } from '../format-parts.ts';
import { type Matches, timeZone } from '../plain-formats.ts';
import { counted, countedAfter, ltr, type Noun, nouns } from './grammar.ts';

export * from '../plain-formats.ts';

/** Arabic formats of the interface: digits 0-9 and DA as in French; times are those of Algiers, whatever the machine says. */
export const locale = 'ar-DZ-u-nu-latn';
export const language: Language = 'ar';
export const arrow = '←';
export const comma = '، ';
export const colon = ': ';

const format = (options: Intl.DateTimeFormatOptions) =>
  onFirstUse(() => new Intl.DateTimeFormat(locale, { timeZone, ...options }));
const date = format({ day: 'numeric', month: 'long', year: 'numeric' });
const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
/** A date without a time is a day wherever the machine stands. */
const dayOfChart = format({ timeZone: 'UTC', day: 'numeric', month: 'long' });
const monthName = format({ timeZone: 'UTC', month: 'long', year: 'numeric' });
const openingDay = format({ weekday: 'long', day: 'numeric', month: 'long' });

/** 12500 → `12 500 DA`, from left to right inside a sentence, as the others. */
export const formatAmount = (dinars: number): string => ltr(amountInDa(dinars));
/** The sign with the amount: outside of it, it would take the direction of the sentence. */
export const formatSigned = (sign: string, dinars: number): string => ltr(sign + amountInDa(dinars));
export const formatNotified = (dinars: number): string => ltr(amountInDzd(dinars));
export const formatSidebarBalance = (dinars: number): string => ltr(sidebarBalance(dinars));

/** `حساب واحد`, `12 حسابًا`, `أكثر من 10 000 حساب`. */
export const formatMatches = ({ count, capped }: Matches, noun: Noun): string =>
  capped ? `أكثر من ${countedAfter(count, noun)}` : counted(count, noun);

export const formatDate = (iso: string) => date().format(new Date(iso));
export const formatDateTime = (iso: string) => {
  const moment = new Date(iso);
  return `${date().format(moment)}، ${time().format(moment)}`;
};
/** `2026-11-22` → `22 نوفمبر`: the day of a chart, whose year is this one. */
export const formatChartDay = (day: string) => dayOfChart().format(new Date(day));
/** `2026-11` → `نوفمبر 2026`. */
export const formatMonth = (month: string) => monthName().format(new Date(`${month}-01`));
/** When a service opens next, read by a customer: `الأحد 22 نوفمبر على الساعة 09:00`. */
export const formatOpening = (moment: number) =>
  `${openingDay().format(moment).replace('،', '')} على الساعة ${time().format(moment)}`;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `الآن`, `منذ 5 دقائق`, and from 30 days on a date. */
export function formatRelative(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  const ago = (unit: number, noun: Noun) => `منذ ${countedAfter(Math.floor(age / unit), noun)}`;
  if (age < minute) return 'الآن';
  if (age < hour) return ago(minute, nouns.minute);
  if (age < day) return ago(hour, nouns.hour);
  if (age < 30 * day) return ago(day, nouns.day);
  return formatDate(iso);
}

/** The same after the first words of a sentence. */
export const formatRelativeInSentence = (iso: string, now: number): string => formatRelative(iso, now);
