import { expect, test } from 'vitest';
import { readLimitedLines } from './import-codes.ts';

test('a list of 100,000 codes is accepted, and one more is refused', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `CODE-${index}`);
  expect(readLimitedLines({ codes: lines(100_000) }).codes).toHaveLength(100_000);
  expect(() => readLimitedLines({ codes: lines(100_001) })).toThrow(
    expect.objectContaining({ code: 'TOO_MANY_CODES' }),
  );
});

test('a list with another number of serials than codes is refused [STK-38]', () => {
  expect(() => readLimitedLines({ codes: ['A-1', 'A-2'], serials: ['S-1'] })).toThrow(
    expect.objectContaining({ code: 'CODES_INVALID' }),
  );
  expect(readLimitedLines({ codes: ['A-1', 'A-2'], serials: ['', 'S-2'] }).serials).toEqual(['', 'S-2']);
});
