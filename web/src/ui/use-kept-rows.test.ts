import { expect, test } from 'vitest';
import { holdRows, type KeptRow, mergeRows } from './use-kept-rows.ts';

const item = (number: number) => ({ id: String(number) });
const waiting = (...numbers: number[]) => numbers.map((number) => ({ item: item(number), isRemoved: false }));
const drawn = (rows: readonly KeptRow<{ id: string }>[]) =>
  rows.map((row) => (row.isRemoved ? `(${row.item.id})` : row.item.id)).join(' ');
const listed = (...numbers: number[]) => numbers.map(item);

test('a row that left the list stays at its position', () => {
  expect(drawn(mergeRows(waiting(5, 4, 3), listed(5, 3), true))).toBe('5 (4) 3');
  expect(drawn(mergeRows(waiting(5, 4, 3), listed(4, 3), true))).toBe('(5) 4 3');
  expect(drawn(mergeRows(waiting(5, 4, 3), listed(), true))).toBe('(5) (4) (3)');
});

test('neighbouring rows that left the list keep their order, and new rows come first', () => {
  const first = mergeRows(waiting(5, 4, 3, 2), listed(5, 2), true);
  expect(drawn(first)).toBe('5 (4) (3) 2');
  expect(drawn(mergeRows(first, listed(6, 5, 2), true))).toBe('6 5 (4) (3) 2');
});

test('a decided row of a full page stays, and a row that was moved beyond the end of the page does not', () => {
  // 4 was decided: 2 and 1 take the free slots of a page of three.
  expect(drawn(mergeRows(waiting(5, 4, 3), listed(5, 3, 2), false))).toBe('5 (4) 3 2');
  // 6 arrived: 3 is no longer on the page and is still pending.
  expect(drawn(mergeRows(waiting(5, 4, 3), listed(6, 5, 4), false))).toBe('6 5 4');
});

test('in a list that begins with the oldest, a decided row of a full page stays, also at its end', () => {
  expect(drawn(mergeRows(waiting(1, 2, 3), listed(1, 2, 4), false))).toBe('1 2 (3) 4');
  expect(drawn(mergeRows(waiting(1, 2, 3), listed(2, 3, 4), false))).toBe('(1) 2 3 4');
  // The page is longer than before: all rows after the decided one are new.
  expect(drawn(mergeRows(waiting(1, 2), listed(1, 3, 4), false))).toBe('1 (2) 3 4');
});

test('under the pointer no row moves: a new one waits, except at the end', () => {
  const before = waiting(5, 4, 3);
  const merged = mergeRows(before, listed(6, 5, 3, 2), true);
  expect(drawn(holdRows(before, merged, 'here'))).toBe('5 (4) 3 2');
  expect(drawn(holdRows(before, merged, null))).toBe('6 5 (4) 3 2');
});

test('a list beside the one under the pointer gets no row, not even at its end', () => {
  const before = waiting(5, 4);
  expect(drawn(holdRows(before, mergeRows(before, listed(6, 4, 3), true), 'elsewhere'))).toBe('(5) 4');
  expect(drawn(holdRows(waiting(), waiting(2, 1), 'elsewhere'))).toBe('2 1');
});

test('under the pointer a list that is sorted anew keeps the order that was shown', () => {
  const before = waiting(1, 2, 3);
  expect(drawn(holdRows(before, mergeRows(before, listed(3, 1, 2), true), 'here'))).toBe('1 2 3');
});
