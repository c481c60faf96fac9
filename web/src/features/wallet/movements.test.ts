import type { Adjustment, Transaction } from '@almas/contract/wallet';
import { expect, test } from 'vitest';
import { movementsOf } from './movements.ts';

const at = (id: string, second: number) => ({ id, createdAt: `2026-03-02T11:00:0${second}.000Z` });
const transaction = (id: string, second: number) => at(id, second) as Transaction;
const adjustment = (id: string, second: number) => at(id, second) as Adjustment;
const order = (items: Transaction[], adjustments: Adjustment[]) =>
  movementsOf({ items, adjustments }).map(({ entry }) => entry.id);

test('an adjustment is listed by its time between the transactions, and before those of the same time', () => {
  const items = [transaction('t5', 5), transaction('t3', 3), transaction('t1', 1)];
  expect(order(items, [adjustment('a4', 4), adjustment('a3', 3)])).toEqual(['t5', 'a4', 'a3', 't3', 't1']);
});

test('adjustments without transactions, or before and after all of them, are kept in the list', () => {
  expect(order([], [adjustment('a2', 2), adjustment('a1', 1)])).toEqual(['a2', 'a1']);
  expect(order([transaction('t2', 2)], [adjustment('a3', 3), adjustment('a1', 1)])).toEqual([
    'a3',
    't2',
    'a1',
  ]);
});
