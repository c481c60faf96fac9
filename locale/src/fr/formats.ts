import type { Language } from '@almas/contract/languages';
import { amountInDa, amountInDzd, onFirstUse, sidebarBalance } from '../format-parts.ts';
import { formatCount, type Matches, timeZone } from '../plain-formats.ts';

export * from '../plain-formats.ts';

/** French formats of the interface (AMB-14, AMB-15, AMB-78). Times are those of Algiers, whatever the machine says. */
export const locale = 'fr-FR';
export const language: Language = 'fr';
/** Between what was and what is now. */
export const arrow = '→';
/** Between the texts of a list, and between a name and what it says. */
export const comma = ', ';
export const colon = ' : ';

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

/** 12500 → `12 500 DA`, 12500.5 → `12 500,50 DA`. */
export const formatAmount = amountInDa;
/** `-`, 500 → `-500 DA`. */
export const formatSigned = (sign: string, dinars: number): string => sign + amountInDa(dinars);
export const formatNotified = amountInDzd;
export const formatSidebarBalance = sidebarBalance;

/** `1 compte`, `12 comptes`, `Plus de 10 000 comptes`. */
export function formatMatches({ count, capped }: Matches, noun: string): string {
  const counted = `${formatCount(count)} ${noun}${count > 1 ? 's' : ''}`;
  return capped ? `Plus de ${counted}` : counted;
}
/** A moment, or a day as `2026-11-22`: its midnight of Greenwich is in the same day of Algiers. */
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
