import { algiersDay, dayMilliseconds } from '@almas/contract/algiers';
import { owner as words } from '@almas/locale/screens/owner';
import { serverNow } from '../../lib/server-clock.ts';
import type { DayPeriod } from '../../ui/period.tsx';

export type PeriodChoice = keyof typeof words.periods;
export const periods = Object.entries(words.periods).map(([value, label]) => ({
  value: value as PeriodChoice,
  label,
}));

/** A day of Algiers, so many days before today. */
export const dayBefore = (days: number): string => algiersDay(serverNow() - days * dayMilliseconds);

/** So many days up to today, or the calendar month or year before this one. */
export function periodOf(choice: Exclude<PeriodChoice, 'dates'>): DayPeriod {
  const today = dayBefore(0);
  if (choice === 'lastYear') {
    const year = Number(today.slice(0, 4)) - 1;
    return { from: `${year}-01-01`, to: `${year}-12-31` };
  }
  if (choice === 'lastMonth') {
    const to = dayBefore(Number(today.slice(8)));
    return { from: `${to.slice(0, 7)}-01`, to };
  }
  return { from: dayBefore(Number(choice) - 1), to: today };
}
