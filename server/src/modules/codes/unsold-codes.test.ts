import { expect, test } from 'vitest';
import { masked } from './unsold-codes.ts';

test.each([
  ['ABCD-1234-EF89', 'AB••••89'],
  ['12345678', '12••••78'],
  ['12345', '1••••5'],
  ['1234', '••••'],
])('an administrator sees the unsold code %s as %s [STK-44]', (code, shown) => {
  expect(masked(code)).toBe(shown);
});
