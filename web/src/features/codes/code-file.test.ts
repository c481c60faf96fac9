import { expect, test } from 'vitest';
import { codesIn, columnOf, likelyColumn, markedList, pastedTable, readTable } from './code-file.ts';

test('a CSV table with a column named Code gives the codes of that column', () => {
  const table = readTable('N°;Code;Valeur\r\n1;"AB;12";110\r\n2;CD34;110\r\n');
  expect(table.heads).toEqual(['N°', 'Code', 'Valeur']);
  expect(likelyColumn(table)).toBe(1);
  expect(columnOf(table, 1)).toEqual(['AB;12', 'CD34']);
});

test('a CSV table without column names gives the codes of the column whose values differ most', () => {
  const table = readTable('110 Diamants,9F3K-11,DZ\n110 Diamants,9F3K-12,DZ\n');
  expect(likelyColumn(table)).toBe(1);
  expect(columnOf(table, 1)).toEqual(['9F3K-11', '9F3K-12']);
});

test('a CSV file of one column needs no separator', () => {
  const table = readTable('A-1\nB-2');
  expect(table.heads).toHaveLength(1);
  expect(columnOf(table, 0)).toEqual(['A-1', 'B-2']);
});

test('a doubled quote in a CSV field is read as one quote', () => {
  expect(readTable('"a""b",1\n"c",2').rows).toEqual([
    ['a"b', '1'],
    ['c', '2'],
  ]);
});

test('rows pasted from a spreadsheet are a table, and lines without cells are none', () => {
  const rows = '1\tAB-12;3\t110\r\n2\tCD-34\t110\n\n';
  const table = pastedTable(rows);
  expect(table && columnOf(table, likelyColumn(table))).toEqual(['AB-12;3', 'CD-34']);
  for (const list of ['AB-12\nCD-34', 'AB-12\t\nCD-34\t', '\tAB-12', 'AB,12\nCD,34', ''])
    expect(pastedTable(list)).toBeNull();
});

test('a pasted text in which some lines are no rows of a table stays a list, so that no line is left out', () => {
  expect(pastedTable('1\tAB-12\nCD-34')).toBeNull();
});

const codesAfterMarks = (text: string) => {
  const table = markedList(text);
  return table && codesIn({ table, column: likelyColumn(table) });
};

test.each([
  ['a number and a point', '1. AB-12\n2. CD-34\n\n3. EF-56'],
  ['a number and a bracket, from any number on', ' 9) AB-12\r\n10) CD-34\r\n11)EF-56'],
  ['a number and a dash', '1 - AB-12\n2 - CD-34\n3 – EF-56'],
  ['the word code', 'Code : AB-12\nCODE: CD-34\ncode:EF-56'],
  ['the word and a number', '• Code n° 1 : AB-12\n• Code n° 2 : CD-34\n• Code n° 3 : EF-56'],
  ['a bullet', '- AB-12\n- CD-34\n• EF-56'],
])('a pasted list whose lines begin with %s gives what comes after it', (_, text) => {
  expect(codesAfterMarks(text)).toEqual(['AB-12', 'CD-34', 'EF-56']);
});

test.each([
  ['codes that begin with digits', '1234-AB12\n1235-CD34'],
  ['codes in groups of digits', '1234 5678 9012\n1235 5678 9012'],
  ['numbers that do not follow one another', '1. AB-12\n3. CD-34'],
  ['one line with a number', '1. AB-12'],
  ['one line without what the others begin with', '1. AB-12\nCD-34'],
  ['codes that begin with the word', 'CODE-AB12\nCODE-CD34'],
  ['codes that begin with a dash', '-AB12\n-CD34'],
  ['a line with nothing after its number', '1. AB-12\n2.'],
  ['nothing', ''],
])('a pasted list of %s is left as it is', (_, text) => {
  expect(codesAfterMarks(text)).toBeNull();
});
