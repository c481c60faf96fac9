import type { Language } from '@almas/contract/languages';

/** French formats of the interface (AMB-14, AMB-15, AMB-78). Times are those of Algiers, whatever the machine says. */
export const locale = 'fr-FR';
export const language: Language = 'fr';
/** Between what was and what is now. */
export const arrow = '→';
export const timeZone = 'Africa/Algiers';

/** A format is slow to make on a phone: the first screen makes those that it shows. */
function onFirstUse<Format>(make: () => Format): () => Format {
  let format: Format | undefined;
  return () => {
    format ??= make();
    return format;
  };
}
const date = onFirstUse(() => new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' }));
const dateTime = onFirstUse(
  () => new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }),
);
/** A date without a time is a day wherever the machine stands. */
const dayOfChart = onFirstUse(
  () => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' }),
);
const monthName = onFirstUse(
  () => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' }),
);
const opening = onFirstUse(
  () =>
    new Intl.DateTimeFormat(locale, {
      timeZone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
    }),
);

/**
 * Digits in groups of three, with a space of full width that breaks no line: the narrow one that `Intl` writes nearly closes in some
 * fonts. Making its first format of numbers took a browser 15 ms, a sixth of what a page computes until it shows its balance.
 */
const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, '\u00a0');

/** Whole centimes in DA, with no decimals or both; grouped when the DA have at least so many digits. */
function inDinars(centimes: number, groupedFrom: number): string {
  const [sign, size] = [centimes < 0 ? '-' : '', Math.abs(centimes)];
  const whole = String(Math.floor(size / 100));
  const decimals = size % 100 === 0 ? '' : `,${String(size % 100).padStart(2, '0')}`;
  return `${sign}${whole.length >= groupedFrom ? grouped(whole) : whole}${decimals}`;
}

/** 12500 → `12 500 DA`, 12500.5 → `12 500,50 DA`: French grouping, no decimals or both of them (LIM-19). */
export const formatAmount = (dinars: number): string => `${inDinars(Math.round(dinars * 100), 4)} DA`;

/** An amount within a sentence stays beside its currency at the end of a line. */
export const onOneLine = (amount: string): string => amount.replaceAll(' ', '\u00a0');

/** In notifications: 5000 → `5000 DZD` (NTF-14), grouped from 10 000 on; no decimals or both of them (AMB-15). */
export const formatNotified = (dinars: number): string => `${inDinars(Math.round(dinars * 100), 5)} DZD`;

/** 1500.5 → `1500,5`, as it is typed in a field (without grouping, so that it can be edited). */
export const editableAmount = (dinars: number) => String(dinars).replace('.', ',');

/** The sidebar's own way: one decimal with a point, `5000.0 DA` (NAV-66). */
export const formatSidebarBalance = (dinars: number) => `${dinars.toFixed(1)} DA`;

/** Inside error sentences: no grouping, at most 2 decimals, a point (AMB-15). */
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

/** `1 compte`, `12 comptes`, `Plus de 10 000 comptes`. */
export function formatMatches({ count, capped }: Matches, noun: string): string {
  const counted = `${formatCount(count)} ${noun}${count > 1 ? 's' : ''}`;
  return capped ? `Plus de ${counted}` : counted;
}
export const formatDate = (iso: string) => date().format(new Date(iso));
export const formatDateTime = (iso: string) => dateTime().format(new Date(iso));
/** `2026-11-22` → `22 nov.`: the day of a chart, whose year is this one. */
export const formatChartDay = (day: string) => dayOfChart().format(new Date(day));
/** `2026-11` → `novembre 2026`. */
export const formatMonth = (month: string) => monthName().format(new Date(`${month}-01`));
/** When a service opens next, read by a customer: `dimanche 22 novembre à 09:00`. */
export const formatOpening = (moment: number) => opening().format(moment);

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `À l'instant`, `Il y a 5 min`, `Il y a 3h`, `Il y a 2j`, and from 30 days on a date (LIM-20..23, AMB-78). */
export function formatRelative(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (age < minute) return "À l'instant";
  if (age < hour) return `Il y a ${Math.floor(age / minute)} min`;
  if (age < day) return `Il y a ${Math.floor(age / hour)}h`;
  if (age < 30 * day) return `Il y a ${Math.floor(age / day)}j`;
  return formatDate(iso);
}

/** The same after the first words of a sentence: `à l'instant`, `il y a 5 min`. */
export function formatRelativeInSentence(iso: string, now: number): string {
  const relative = formatRelative(iso, now);
  return relative.charAt(0).toLowerCase() + relative.slice(1);
}
