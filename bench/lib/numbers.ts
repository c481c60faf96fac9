/** The value below which `share` of the values lie; sorts in place. */
export function percentile(values: number[], share: number): number {
  values.sort((a, b) => a - b);
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}
export const median = (values: readonly number[]): number => percentile([...values], 0.5);
export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** Duration of a fixed loop of integer arithmetic in ms, with which CPU figures of two machines can be compared. */
export function fixedLoopMilliseconds(): number {
  const began = performance.now();
  let x = 1;
  for (let i = 0; i < 50_000_000; i += 1) x = (Math.imul(x, 1_103_515_245) + 12_345) | 0;
  if (x === 0) throw new Error('unreachable');
  return performance.now() - began;
}
