import { expect, test } from 'vitest';
import { formatPlayerId, readPlayerId } from './player-groups.ts';

test.each([
  '123456789',
  ' 123 456 789\n',
  formatPlayerId('123456789'),
  '\u202a123456789\u202c',
  '\u200f123456789\u200b',
  '١٢٣٤٥٦٧٨٩',
  '۱۲۳ ۴۵۶ ۷۸۹',
])('a player ID is read from %j as its digits', (text) => {
  expect(readPlayerId(text)).toBe('123456789');
});

test.each([
  ['', ''],
  ['  ', ''],
  [' Ali 2 ', 'Ali 2'],
  ['12345a78', '12345a78'],
  ['123-456-789', '123-456-789'],
  ['12.345.678', '12.345.678'],
])(
  'a player ID that does not consist of digits stays as it was typed, without outer spaces: %j',
  (text, read) => {
    expect(readPlayerId(text)).toBe(read);
  },
);
