import type { Language } from '@almas/contract/languages';
import { counted, countedAfter, grouped, ltr, type Noun, nouns } from './grammar.ts';

/** Arabic formats of the interface: digits 0-9 and DA as in French; times are those of Algiers, whatever the machine says. */
export const locale = 'ar-DZ-u-nu-latn';
export const language: Language = 'ar';
export const arrow = '←';
export const timeZone = 'Africa/Algiers';

/** A format is slow to make on a phone: the first screen makes those that it shows. */
function onFirstUse<Format>(make: () => Format): () => Format {
  let format: Format | undefined;
  return () => {
    format ??= make();
    return format;
  };
}
const format = (options: Intl.DateTimeFormatOptions) =>
  onFirstUse(() => new Intl.DateTimeFormat(locale, { timeZone, ...options }));
const date = format({ day: 'numeric', month: 'long', year: 'numeric' });
const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
/** A date without a time is a day wherever the machine stands. */
const dayOfChart = format({ timeZone: 'UTC', day: 'numeric', month: 'long' });
const monthName = format({ timeZone: 'UTC', month: 'long', year: 'numeric' });
const openingDay = format({ weekday: 'long', day: 'numeric', month: 'long' });

/** Whole centimes in DA, with no decimals or both; grouped when the DA have at least so many digits. */
function inDinars(centimes: number, groupedFrom: number): string {
  const [sign, size] = [centimes < 0 ? '-' : '', Math.abs(centimes)];
  const whole = String(Math.floor(size / 100));
  const decimals = size % 100 === 0 ? '' : `,${String(size % 100).padStart(2, '0')}`;
  return `${sign}${whole.length >= groupedFrom ? grouped(whole) : whole}${decimals}`;
}

/** 12500 → `12 500 DA`, from left to right inside a sentence. */
export const formatAmount = (dinars: number): string => ltr(`${inDinars(Math.round(dinars * 100), 4)} DA`);

/** An amount within a sentence stays beside its currency at the end of a line. */
export const onOneLine = (amount: string): string => amount.replaceAll(' ', '\u00a0');

/** In notifications: 5000 → `5000 DZD`. */
export const formatNotified = (dinars: number): string => ltr(`${inDinars(Math.round(dinars * 100), 5)} DZD`);

/** 1500.5 → `1500,5`, as it is typed in a field. */
export const editableAmount = (dinars: number) => String(dinars).replace('.', ',');

/** The sidebar's own way: one decimal with a point. */
export const formatSidebarBalance = (dinars: number) => ltr(`${dinars.toFixed(1)} DA`);

/** Inside error sentences: no grouping, at most 2 decimals, a point. */
export const plainAmount = (dinars: number) => String(Math.round(dinars * 100) / 100);

/** A measure with one decimal: 11.84 → `11,8`. */
export const formatTenths = (measure: number): string => measure.toFixed(1).replace('.', ',');

/** A whole number of things: 12500 → `12 500`. */
export const formatCount = (count: number): string => grouped(String(count));

/** How many entries a list has. `capped`: there are more than `count`. */
export interface Matches {
  readonly count: number;
  readonly capped: boolean;
}

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
export const formatRelativeInSentence = formatRelative;
