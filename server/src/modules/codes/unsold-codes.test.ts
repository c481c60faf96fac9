import { expect, test } from 'vitest';
import { masked } from './unsold-codes.ts';

test.each([
  ['ABCD-1234-EFGH-56', 'AB••••56'],
  ['ABCD-1234-EF89', 'A••••9'],
  ['ABCD-1234-EF8', '••••'],
  ['12345678', '••••'],
  ['1234', '••••'],
])('an administrator sees the unsold code %s as %s [STK-44]', (code, shown) => {
  expect(masked(code)).toBe(shown);
});
