import { expect, test } from 'vitest';
import { readAmount } from './read-amount.ts';

test.each([
  ['2500', 2500],
  ['2 500', 2500],
  ['2\u202f500,50', 2500.5],
  ['2500.5', 2500.5],
  ['0', 0],
  ['-3', -3],
  ['deux mille', 'deux mille'],
  ['   ', undefined],
  ['', undefined],
])('%s is read as %s', (text, amount) => {
  expect(readAmount(text)).toBe(amount);
});
