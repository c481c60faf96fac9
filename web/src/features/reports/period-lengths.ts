import { algiersClock, dayMilliseconds } from '@almas/contract/algiers';
import { owner as words } from '@almas/locale/screens/owner';
import { serverNow } from '../../lib/server-clock.ts';
import type { DayPeriod } from '../../ui/period.tsx';

export type PeriodLength = keyof typeof words.periods;
export const periods = Object.entries(words.periods).map(([value, label]) => ({
  value: value as PeriodLength,
  label,
}));

/** A day of Algiers, so many days before today. */
export const dayBefore = (days: number): string =>
  algiersClock(serverNow() - days * dayMilliseconds)
    .toISOString()
    .slice(0, 10);

/** So many days up to today. */
export const periodOf = (length: PeriodLength): DayPeriod => ({
  from: dayBefore(Number(length) - 1),
  to: dayBefore(0),
});
