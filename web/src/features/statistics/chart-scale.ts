/**
 * The grid lines of an axis, at multiples of 1, 2 or 5 times a power of ten, with a round maximum: 5 000 and not 4 873.
 * @returns the lines from 0 up; the last one is at or above `highest`.
 */
export function scaleLines(highest: number, wanted = 4): number[] {
  const rough = Math.max(highest, 1) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  const count = Math.ceil(Math.max(highest, 1) / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The interval in days at which labels fit under the chart. */
export const nameEvery = (days: number, width: number, each = 56): number =>
  Math.max(1, Math.ceil(days / Math.max(1, Math.floor(width / each))));
