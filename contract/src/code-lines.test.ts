import { expect, test } from 'vitest';
import { canonicalCode, readCodeLines } from './code-lines.ts';

test('a list of codes is split by line and trimmed, and its codes, repeated lines and invalid lines are counted', () => {
  const list = readCodeLines([
    ` A-1 \r\n\n\tB-2\nA-1\n   \n${'x'.repeat(201)}\nC\u0007`,
    '\u00a0',
    '\ufeffD-4',
  ]);
  expect(list.codes).toEqual(['A-1', 'B-2', 'D-4']);
  expect(list.lines).toHaveLength(6);
  expect([list.repeated, list.invalid]).toEqual([1, 2]);
});

test('a code keeps its letters and loses only invisible characters', () => {
  const list = readCodeLines(['Ab-\u200b12 \u00ad34\u2060', '\u200b', '\u202eXY\u202c']);
  expect(list.codes).toEqual(['Ab-12 34', 'XY']);
  expect(list.invalid).toBe(0);
});

test.each([
  ['letters in another case', 'abcd-1234'],
  ['no hyphens', 'ABCD1234'],
  ['spaces instead', 'ABCD 1234'],
  ['a typographic dash', 'ABCD\u20131234'],
  ['a minus sign', 'ABCD\u22121234'],
  ['a no-break hyphen and a no-break space', 'ABCD\u2011\u00a01234'],
  ['a zero-width space', 'ABCD-\u200b1234'],
  ['a soft hyphen', 'ABCD\u00ad1234'],
  ['a byte order mark', '\ufeffABCD-1234'],
  ['full-width letters', '\uff21\uff22\uff23\uff24-\uff11\uff12\uff13\uff14'],
  ['mathematical letters', '\u{1d400}\u{1d401}\u{1d402}\u{1d403}-1234'],
])('a code written with %s is read as the same code', (_, spelling) => {
  expect(canonicalCode(spelling)).toBe('abcd1234');
  expect(readCodeLines(['ABCD-1234', spelling])).toMatchObject({
    codes: ['ABCD-1234'],
    repeated: 1,
    invalid: 0,
  });
});

test('two spellings that differ only in upper case are read as the same code', () => {
  expect(canonicalCode('stra\u00dfe')).toBe(canonicalCode('STRASSE'));
  expect(canonicalCode('\u03c3\u03c2')).toBe(canonicalCode('\u03a3\u03a3'));
});

test('codes that differ in a sign, an accent or a digit stay different', () => {
  const codes = ['A-1', 'A_1', 'A.1', 'A-2', 'AB', 'É1', 'E1', '12', '1 3'];
  expect(readCodeLines(codes).codes).toEqual(codes);
});

test('a line of hyphens only is no code', () => {
  expect(readCodeLines(['---', '\u2013'])).toMatchObject({ codes: [], invalid: 2 });
});
