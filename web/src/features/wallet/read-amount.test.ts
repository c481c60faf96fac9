import { expect, test } from 'vitest';
import { readAmount } from './read-amount.ts';

test.each([
  ['', 'missing'],
  ['   ', 'missing'],
  ['0', 'invalid'],
  ['-5', 'invalid'],
  ['abc', 'invalid'],
  ['1500', 1500],
  ['0,5', 0.5],
])('%j is read as %j', (text, result) => {
  expect(readAmount(text)).toBe(result);
});

test('what the field could not read is invalid, not missing', () => {
  expect(readAmount('', true)).toBe('invalid');
});
