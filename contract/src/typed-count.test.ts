import { expect, test } from 'vitest';
import { readTypedCount } from './typed-count.ts';

test.each([
  ['3', 3],
  [' 12 ', 12],
  ['007', 7],
  ['0', 0],
  ['1 000', 1000],
  ['1\u202f000', 1000],
  ['\u0661\u0662', 12],
  ['\u06f1\u06f2', 12],
  ['\u202a\u0663\u202c', 3],
  ['\u200f5\u200e', 5],
])('the typed count %j is read as %d', (text, value) => {
  expect(readTypedCount(text)).toBe(value);
});

test.each([
  '',
  ' ',
  '2,5',
  '1.2',
  '1.000',
  '1e1',
  '-3',
  '1 2',
  '10 00',
  'deux',
  '\u0662\u066b\u0665',
  '9'.repeat(17),
])('the typed count %j is refused and never guessed', (text) => {
  expect(readTypedCount(text)).toBeNull();
});
