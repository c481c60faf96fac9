import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTypedAmount } from './typed-amount.ts';

const amount = (value: number) => ({ kind: 'amount', amount: value });
const unreadable = (why: string) => ({ kind: 'unreadable', why });

test.each([
  ['1500', 1500],
  ['15,5', 15.5],
  ['15.5', 15.5],
  ['1500,75', 1500.75],
  ['1000.5', 1000.5],
  ['1 500', 1500],
  ['1 500,75', 1500.75],
  ['1\u00a0500,75', 1500.75],
  ['1\u202f500,75', 1500.75],
  ['1.500', 1500],
  ['1.500,75', 1500.75],
  ['1,500.50', 1500.5],
  ['1 500.50', 1500.5],
  ['12.345.678', 12345678],
  ['12,345,678', 12345678],
  ['12 345 678,9', 12345678.9],
  ['  2500  ', 2500],
  ['31 280,75 DA', 31280.75],
  ['500DZD', 500],
  ['1500,', 1500],
  ['007', 7],
  ['0', 0],
  ['0,00', 0],
  ['-0', 0],
  ['-5', -5],
  ['\u22125,5', -5.5],
  ['\u0661\u0665\u0660\u0660', 1500],
  ['\u06f1\u06f5', 15],
  // The decimal separator, the thousands separator and the comma of Arabic keyboards.
  ['\u0661\u0665\u066b\u0665', 15.5],
  ['\u0661\u066c\u0665\u0660\u0660', 1500],
  ['\u0661\u066c\u0665\u0660\u0660\u066b\u0667\u0665', 1500.75],
  ['\u0661\u0665\u060c\u0665', 15.5],
  // Invisible direction marks, as a messenger adds them around a number.
  ['\u202a1 500,75\u202c', 1500.75],
  ['\u200e1500\u200f', 1500],
  ['\u200f-5', -5],
  ['1500\u00a0\u200eDA', 1500],
  ['1500 \u062f\u062c', 1500],
  ['1500 \u062f.\u062c', 1500],
])('the typed amount %j is read as %d DA', (text, value) => {
  expect(readTypedAmount(text)).toEqual(amount(value));
});

test.each(['', '   ', '\u00a0', 'DA', '\u200e\u200f'])('the typed amount %j is read as empty', (text) => {
  expect(readTypedAmount(text)).toEqual({ kind: 'empty' });
});

test.each([
  ['1,500', 'ambiguous'],
  ['12,345', 'ambiguous'],
  ['-1,500', 'ambiguous'],
  ['1500,755', 'decimals'],
  ['1234.567', 'decimals'],
  ['0,500', 'decimals'],
  ['0.500', 'decimals'],
  ['1.5000', 'decimals'],
  ['1 500,755', 'decimals'],
  ['1.500,755', 'decimals'],
  ['abc', 'text'],
  ['12abc', 'text'],
  ['1e3', 'text'],
  ['0x10', 'text'],
  ['Infinity', 'text'],
  ['NaN', 'text'],
  ['--5', 'text'],
  ['5-', 'text'],
  [',5', 'text'],
  ['1 50', 'text'],
  ['15 00', 'text'],
  ['1.50.00', 'text'],
  ['1,500,00', 'text'],
  ['1.500 000', 'text'],
  ['1 500.000.000', 'text'],
  ['1.234,567.89', 'text'],
  ['12,34 5', 'text'],
  // The Arabic decimal separator does not separate thousands.
  ['\u0661\u066b\u0665\u0660\u0660', 'decimals'],
  ['\u0661\u0665\u0660\u066c\u0660\u0660', 'text'],
  ['9'.repeat(17), 'text'],
  ['9'.repeat(400), 'text'],
])('the typed amount %j is refused (%s) and never guessed', (text, why) => {
  expect(readTypedAmount(text)).toEqual(unreadable(why));
});

const centimes = fc.integer({ min: 0, max: 10_000_000_00 });
const grouping = fc.constantFrom('', ' ', '\u00a0', '\u202f', '.', ',');
const write = (value: number, group: string, mark: string) => {
  const whole = String(Math.floor(value / 100)).replace(/\B(?=(\d{3})+$)/g, group);
  return `${whole}${mark}${String(value % 100).padStart(2, '0')}`;
};

test('every amount written with any grouping and another decimal mark is read back to the centime', () => {
  fc.assert(
    fc.property(centimes, grouping, fc.constantFrom('.', ','), (value, group, mark) => {
      fc.pre(group !== mark);
      expect(readTypedAmount(write(value, group, mark))).toEqual(amount(value / 100));
    }),
    { numRuns: 2_000 },
  );
});

test('an amount that is read has exactly the digits that were typed, none dropped and none added', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'0123456789 .,-\u00a0\u202f'), maxLength: 16 });
  fc.assert(
    fc.property(typed, (text) => {
      const read = readTypedAmount(text);
      if (read.kind !== 'amount') return;
      // Leading zeros and the zeros of the decimals do not change a number.
      const digits = (value: string) => value.replace(/\D/g, '').replace(/^0+|0+$/g, '');
      expect(digits(read.amount.toFixed(2))).toBe(digits(text));
      expect(Math.round(read.amount * 100) / 100).toBe(read.amount);
    }),
    { numRuns: 5_000 },
  );
});

test('no text causes an exception or is read as NaN or infinity', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const read = readTypedAmount(text);
      if (read.kind === 'amount') expect(Number.isFinite(read.amount)).toBe(true);
    }),
  );
});
