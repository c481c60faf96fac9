import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatAmount,
  formatChartDay,
  formatCount,
  formatDate,
  formatDateTime,
  formatMatches,
  formatNotified,
  formatOpening,
  formatRelative,
  formatRelativeInSentence,
  formatTenths,
} from './formats.ts';

const plain = (dinars: number) => formatAmount(dinars).replace(/\s/g, ' ');

test('an amount is written with grouped digits, and with two decimals or none [LIM-19]', () => {
  expect([0, 150, 12_500, 1_234_567].map(plain)).toEqual(['0 DA', '150 DA', '12 500 DA', '1 234 567 DA']);
  expect([0.5, 120.05, 2_649.5, -2_649.5].map(plain)).toEqual([
    '0,50 DA',
    '120,05 DA',
    '2 649,50 DA',
    '-2 649,50 DA',
  ]);
});

// Turned red by: the narrow space (U+202F), which some fonts draw hardly wider than the gap of two digits.
test('the groups of digits of an amount are apart by a space of full width, which breaks no line [WRK-64]', () => {
  expect(formatAmount(222_720)).toBe('222\u00a0720 DA');
  expect(formatNotified(22_930.5)).toBe('22\u00a0930,50 DZD');
  expect(formatCount(12_500)).toBe('12\u00a0500');
});

test('a notification writes its amounts in DZD, grouped from five digits on [NTF-12]', () => {
  const notified = [30.5, 5_000, 9_999.99, 10_000, 1_000_000].map((dinars) =>
    formatNotified(dinars).replace(/\s/g, ' '),
  );
  expect(notified).toEqual(['30,50 DZD', '5000 DZD', '9999,99 DZD', '10 000 DZD', '1 000 000 DZD']);
});

test('an amount is rounded to the centime, without the errors of floating-point numbers', () => {
  expect(plain(0.1 + 0.2)).toBe('0,30 DA');
  expect(plain(99.999_999_999)).toBe('100 DA');
});

test('amounts and counts are written as the browser’s own French formats write them, but for their narrow space', () => {
  const format = (options?: Intl.NumberFormatOptions) => {
    const french = new Intl.NumberFormat('fr-FR', options);
    return { format: (number: number) => french.format(number).replaceAll('\u202f', '\u00a0') };
  };
  const [plain, both] = [{}, { minimumFractionDigits: 2, maximumFractionDigits: 2 }];
  fc.assert(
    fc.property(fc.integer({ min: -1e14, max: 1e14 }), (centimes) => {
      const dinars = centimes / 100;
      const decimals = Math.round(dinars * 100) % 100 === 0 ? plain : both;
      expect(formatAmount(dinars)).toBe(`${format(decimals).format(dinars)} DA`);
      expect(formatNotified(dinars)).toBe(
        `${format({ ...decimals, useGrouping: 'min2' }).format(dinars)} DZD`,
      );
    }),
  );
  fc.assert(
    fc.property(fc.maxSafeNat(), (count) => {
      expect(formatCount(count)).toBe(format().format(count));
    }),
  );
  expect(formatAmount(-0.001)).toBe('0 DA');
});

test('a measure has one decimal behind a comma', () => {
  expect([0, 0.04, 11.84, 12.96, 1_536].map(formatTenths)).toEqual(['0,0', '0,0', '11,8', '13,0', '1536,0']);
});

test('a relative time inside a sentence begins with a small letter, and an older one is written as a date', () => {
  const at = '2026-11-21T10:00:00Z';
  const inSentence = (minutes: number) => formatRelativeInSentence(at, Date.parse(at) + minutes * 60_000);
  expect([0, 5, 180, 2_880].map(inSentence)).toEqual([
    "à l'instant",
    'il y a 5 min',
    'il y a 3h',
    'il y a 2j',
  ]);
  expect(inSentence(60 * 24 * 40)).toBe('21 nov. 2026');
});

test('a date is written in one form, with and without its time, by the day of Algiers', () => {
  const [lateInAlgiers, muchLater] = ['2026-11-21T23:30:00Z', Date.parse('2027-03-01T00:00:00Z')];
  expect(formatDate(lateInAlgiers)).toBe('22 nov. 2026');
  expect(formatDateTime(lateInAlgiers)).toBe('22 nov. 2026, 00:30');
  expect(formatRelative(lateInAlgiers, muchLater)).toBe('22 nov. 2026');
  expect(formatChartDay('2026-11-22')).toBe('22 nov.');
  expect(formatOpening(Date.parse('2026-11-22T08:00:00Z'))).toBe('dimanche 22 novembre à 09:00');
});

test('the heading of a list gives its number of entries, or « Plus de » a limit', () => {
  const matches = (...[counted, noun]: Parameters<typeof formatMatches>) =>
    formatMatches(counted, noun).replace(/\s/g, ' ');
  expect(matches({ count: 0, capped: false }, 'compte')).toBe('0 compte');
  expect(matches({ count: 1_200, capped: false }, 'compte')).toBe('1 200 comptes');
  expect(matches({ count: 10_000, capped: true }, 'compte')).toBe('Plus de 10 000 comptes');
});
