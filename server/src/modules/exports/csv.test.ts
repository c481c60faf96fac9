import { expect, test } from 'vitest';
import { at, csvRows, dinars } from './csv.ts';

test('amounts have a decimal comma, moments are those of Algiers, absent is empty', () => {
  expect(
    csvRows([[dinars(1234.5), dinars(-150), at('2026-03-01T23:30:05.120Z'), at(null), 7, undefined]]),
  ).toBe('1234,50;-150,00;02/03/2026 00:30:05;;7;\r\n');
});

test('the first rows begin with the mark of UTF-8', () => {
  expect(csvRows([['Zoé']], { first: true })).toBe('\ufeffZoé\r\n');
});

test('texts with semicolons, quotes and line breaks stay one cell', () => {
  expect(csvRows([['a;b', 'dit "non"', 'deux\nlignes', 'fin\r\n']])).toBe(
    '"a;b";"dit ""non""";"deux\nlignes";"fin\r\n"\r\n',
  );
});

test.each([
  '=1+1',
  '+213555123456',
  '-2+3',
  '@SUM(A1)',
  ' =HYPERLINK("http://x")',
  '\t=1',
  '\r=1',
  '\n=1',
  '\u00a0=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  '\u0000=1+1',
  '|calc',
  '%0a=1',
])('%j is no formula in a spreadsheet', (text) => {
  const cell = csvRows([[text]]).replace(/^"/, '');
  expect(cell.startsWith("'")).toBe(true);
});

test('an ordinary text is left as it is', () => {
  expect(csvRows([['Cyber Béjaïa', '0555 12 34 56', 'a=b', 'ألماس']])).toBe(
    'Cyber Béjaïa;0555 12 34 56;a=b;ألماس\r\n',
  );
});
