import { expect, test } from 'vitest';
import { formatAmount } from './formats.ts';

const plain = (dinars: number) => formatAmount(dinars).replace(/\s/g, ' ');

test('an amount is grouped and has no decimals or two [LIM-19]', () => {
  expect([0, 150, 12_500, 1_234_567].map(plain)).toEqual(['0 DA', '150 DA', '12 500 DA', '1 234 567 DA']);
  expect([0.5, 120.05, 2_649.5, -2_649.5].map(plain)).toEqual([
    '0,50 DA',
    '120,05 DA',
    '2 649,50 DA',
    '-2 649,50 DA',
  ]);
});

test('what floats lose is not shown', () => {
  expect(plain(0.1 + 0.2)).toBe('0,30 DA');
  expect(plain(99.999_999_999)).toBe('100 DA');
});
