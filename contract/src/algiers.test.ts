import { expect, test } from 'vitest';
import { algiersClock, algiersMidnight, momentOfClock } from './algiers.ts';

const midnight = (moment: string) => new Date(algiersMidnight(Date.parse(moment))).toISOString();

test('the day of Algiers begins at 23:00 UTC', () => {
  expect(midnight('2026-03-01T22:59:59Z')).toBe('2026-02-28T23:00:00.000Z');
  expect(midnight('2026-03-01T23:00:00Z')).toBe('2026-03-01T23:00:00.000Z');
});

test('the clocks of Algiers are one hour ahead of UTC in winter and in summer', () => {
  for (const moment of ['2026-01-15T23:30:00Z', '2026-07-15T23:30:00Z']) {
    const clock = algiersClock(Date.parse(moment));
    expect([clock.getUTCDate(), clock.getUTCHours()]).toEqual([16, 0]);
    expect(momentOfClock(clock)).toBe(Date.parse(moment));
  }
});
