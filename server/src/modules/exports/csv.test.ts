import { expect, test } from 'vitest';
import { at, dinars } from './cells.ts';
import { csvRows } from './csv.ts';

test('a CSV row has amounts with a decimal comma, times of Algiers, and nothing for an absent value', () => {
  expect(
    csvRows([[dinars(1234.5), dinars(-150), at('2026-03-01T23:30:05.120Z'), at(null), 7, undefined]]),
  ).toBe('1234,50;-150,00;02/03/2026 00:30:05;;7;\r\n');
});

// A French spreadsheet takes 2.5 for the second of May.
test('a number of a CSV row has a decimal comma, and as many decimals as it has', () => {
  expect(csvRows([[2.5, -0.34, 241.0625, 0.0001, 240]])).toBe('2,5;-0,34;241,0625;0,0001;240\r\n');
});

test('the first rows of a CSV file begin with the byte order mark of UTF-8', () => {
  expect(csvRows([['Zoé']], { first: true })).toBe('\ufeffZoé\r\n');
});

test('a CSV text with semicolons, quotes or line breaks stays one cell', () => {
  expect(csvRows([['a;b', 'dit "non"', 'deux\nlignes', 'fin\r\n']])).toBe(
    '"a;b";"dit ""non""";"deux\nlignes";"fin\r\n"\r\n',
  );
});

test.each([
  '=1+1',
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
])('the text %j is written so that a spreadsheet does not take it for a formula', (text) => {
  const cell = csvRows([[text]]).replace(/^"/, '');
  expect(cell.startsWith("'")).toBe(true);
});

test('an ordinary text is written into CSV as it is', () => {
  expect(csvRows([['Cyber Béjaïa', '15', 'a=b', 'ألماس', '12 rue Didouche']])).toBe(
    'Cyber Béjaïa;15;a=b;ألماس;12 rue Didouche\r\n',
  );
});

// A spreadsheet would show 550111222, 2,1355E+11, 7,71E+11, the fifth of December, 1200000 and 7.
test.each(['0550111222', '0555 12 34 56', '+213550111222', '771234567890', '12/05', '12E5', '007'])(
  'the text %s, which a spreadsheet would convert, stays this text',
  (text) => {
    expect(csvRows([[text]])).toBe(`"=""${text}"""\r\n`);
  },
);
