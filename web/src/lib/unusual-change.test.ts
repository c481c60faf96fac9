import { expect, test } from 'vitest';
import { isUnusualChange } from './unusual-change.ts';

test('a price is confirmed above the limit, and when it rises or falls by more than the limit or 20 % [CNT-80]', () => {
  expect(isUnusualChange(480, 480, 100)).toBe(false);
  expect(isUnusualChange(480, 0, 50_000)).toBe(false);
  expect(isUnusualChange(480, 384, 50_000)).toBe(false);
  expect(isUnusualChange(480, 383, 50_000)).toBe(true);
  expect(isUnusualChange(480, 576, 50_000)).toBe(false);
  expect(isUnusualChange(480, 577, 50_000)).toBe(true);
  expect(isUnusualChange(48_000, 50_001, 50_000)).toBe(true);
  expect(isUnusualChange(1_000_000, 940_000, 50_000)).toBe(true);
});
