import { expect, test } from 'vitest';
import { fallsByMoreThanHalf } from './price-fall.ts';

test('a price that falls by more than half is one to ask about; half, a rise and a first price are not [CNT-80]', () => {
  expect(fallsByMoreThanHalf(600, 60)).toBe(true);
  expect(fallsByMoreThanHalf(155.5, 15)).toBe(true);
  expect(fallsByMoreThanHalf(600, 299.99)).toBe(true);
  expect(fallsByMoreThanHalf(600, 300)).toBe(false);
  expect(fallsByMoreThanHalf(60, 600)).toBe(false);
  expect(fallsByMoreThanHalf(0, 0)).toBe(false);
});
