import { expect, test } from 'vitest';
import { drawnDays, forecastAfter, marginBars, salesLines } from './charts.ts';

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    codes: 1,
    amount: 100,
    cost: 80,
    margin: 20,
    unknownCodes: 1,
    unknownAmount: 50,
  }));

test('three months are drawn by days, a year by weeks that end with its last day and have all its sums [OWN-04]', () => {
  const quarter = days(92);
  expect(drawnDays(quarter)).toBe(quarter);
  const year = drawnDays(days(365));
  expect(year).toHaveLength(53);
  expect(year[0]).toMatchObject({ day: '2026-01-01', codes: 1 });
  expect(year.at(-1)).toEqual({
    day: '2026-12-25',
    codes: 7,
    amount: 700,
    cost: 560,
    margin: 140,
    unknownCodes: 7,
    unknownAmount: 350,
  });
  expect(year.reduce((sum, { margin }) => sum + margin, 0)).toBe(365 * 20);
});

// Turned red by: a scale from 0 to 0, on which each bar of 0 fills the height of the chart.
test('days on which nothing was earned are drawn without a bar', () => {
  const nothing = days(7).map((day) => ({ ...day, amount: 0, cost: 0, margin: 0, unknownAmount: 0 }));
  expect(marginBars(nothing)(600).y).toMatchObject({ domain: [0, 1] });
  expect(salesLines(nothing, [])(600).y).toMatchObject({ domain: [0, 1] });
  expect(marginBars(days(7))(600).y).not.toHaveProperty('domain');
});

// Turned red by: the next 7 days drawn right after a month that is long past.
test('the forecast goes on from a period that ends yesterday or today, and from no other', () => {
  const forecast = [{ day: '2026-04-01', codes: 1, amount: 100 }];
  expect(forecastAfter('2026-04-01', forecast)).toBe(forecast);
  expect(forecastAfter('2026-03-31', forecast)).toBe(forecast);
  expect(forecastAfter('2026-03-30', forecast)).toEqual([]);
  for (const count of [31, 365])
    expect(salesLines(days(count), [])(600).x).toMatchObject({
      domain: drawnDays(days(count)).map(({ day }) => day),
    });
});
