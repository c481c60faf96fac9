import { expect, test } from 'vitest';
import { forecast } from './forecast.ts';

const history = (sold: (ago: number) => number, age = 56, withoutStock: readonly number[] = []) => ({
  age,
  sold: new Map(
    Array.from({ length: age }, (_, index) => [index + 1, sold(index + 1)] as const).filter(
      ([, codes]) => codes > 0,
    ),
  ),
  withoutStock: new Set(withoutStock),
});

test('an offer that sells on one weekday is forecast to sell on that weekday alone [OWN-06]', () => {
  // Today is the weekday of seven days ago.
  const { days, method } = forecast(history((ago) => (ago % 7 === 0 ? 14 : 0)));
  expect(method).toBe('weekday');
  expect(days).toEqual([14, 0, 0, 0, 0, 0, 0]);
  expect(forecast(history((ago) => (ago % 7 === 4 ? 8 : 0))).days).toEqual([0, 0, 0, 8, 0, 0, 0]);
});

test('days without stock are left out of the mean of the same weekdays, and of fourteen days when no weekday is left [OWN-06]', () => {
  const sold = (ago: number) => (ago % 7 === 0 ? (ago === 7 ? 0 : 20) : 0);
  expect(forecast(history(sold, 56, [7])).days[0]).toBe(20);
  const even = (ago: number) => (ago % 7 === 0 ? 0 : 6);
  expect(forecast(history(even, 56, [7, 14, 21, 28])).days).toEqual([6, 6, 6, 6, 6, 6, 6]);
});

test('the plain mean of fourteen days is taken where it was nearer in the last four weeks [OWN-06]', () => {
  // A step two weeks ago: the weekdays of four weeks follow it later.
  const { method, days } = forecast(history((ago) => (ago <= 24 ? 40 : 2)));
  expect(method).toBe('mean');
  expect(days[0]).toBe(40);
});

test('an offer without a past is forecast to sell nothing, and one of three days by those three [OWN-06]', () => {
  expect(forecast(history(() => 0, 0))).toEqual({ method: 'weekday', days: [0, 0, 0, 0, 0, 0, 0] });
  expect(forecast(history(() => 3, 3)).days).toEqual([3, 3, 3, 3, 3, 3, 3]);
});
