import { expect, test } from 'vitest';
import { nameEvery, scaleLines } from './chart-scale.ts';

test('the lines of a chart’s axis are round figures and reach the highest value', () => {
  expect(scaleLines(4_873)).toEqual([0, 2_000, 4_000, 6_000]);
  expect(scaleLines(100)).toEqual([0, 50, 100]);
  expect(scaleLines(0).at(-1)).toBeGreaterThan(0);
  for (const highest of [1, 7, 99, 1_001, 123_456, 9_999_999]) {
    expect(scaleLines(highest).at(-1)).toBeGreaterThanOrEqual(highest);
    expect(scaleLines(highest).length).toBeLessThanOrEqual(6);
  }
});

test('the labels under a chart are thinned out when the chart is narrow', () => {
  expect(nameEvery(7, 700)).toBe(1);
  expect(nameEvery(30, 300)).toBe(6);
  expect(nameEvery(90, 0)).toBe(90);
});
