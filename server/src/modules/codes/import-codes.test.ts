import { expect, test } from 'vitest';
import { readLimitedLines } from './import-codes.ts';

test('a list of 100,000 codes is accepted, and one more is refused', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `CODE-${index}`);
  expect(readLimitedLines(lines(100_000)).codes).toHaveLength(100_000);
  expect(() => readLimitedLines(lines(100_001))).toThrow(expect.objectContaining({ code: 'TOO_MANY_CODES' }));
});
