import { expect, test } from 'vitest';
import { transaction } from '../../server/src/database/transaction.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

const { db } = await freshDatabase();
const conflict = () => Object.assign(new Error('in each other’s way'), { code: '40001' });

/** Runs a transaction whose first `failures` attempts conflict. @returns the number of attempts and the result */
async function tries(failures: number, error = conflict): Promise<[number, unknown]> {
  let count = 0;
  const outcome = await transaction(db, async (tx) => {
    count += 1;
    await tx.query({ text: 'SELECT 1' });
    if (count <= failures) throw error();
    return 'done';
  }).catch((thrown: { code?: string }) => thrown.code);
  return [count, outcome];
}

test('a transaction that conflicts is tried five times in all, then refused [LIM-16]', async () => {
  expect(await tries(0)).toEqual([1, 'done']);
  expect(await tries(4)).toEqual([5, 'done']);
  expect(await tries(5)).toEqual([5, 'CONFLICT']);
  expect(await tries(100)).toEqual([5, 'CONFLICT']);
});

test('a database transaction that fails for anything but a conflict is not tried again', async () => {
  expect(await tries(1, () => Object.assign(new Error('no'), { code: '23514' }))).toEqual([1, '23514']);
});

test('two database transactions that deadlock each other are both committed in the end', async () => {
  await db.query({ text: 'CREATE TABLE crossing (id int PRIMARY KEY, n int NOT NULL)' });
  await db.query({ text: 'INSERT INTO crossing VALUES (1, 0), (2, 0)' });
  const add = (first: number, second: number) =>
    transaction(db, async (tx) => {
      for (const id of [first, second]) {
        await tx.query({ text: 'UPDATE crossing SET n = n + 1 WHERE id = $1', values: [id] });
        await tx.query({ text: 'SELECT pg_sleep(0.05)' });
      }
    });
  await Promise.all([add(1, 2), add(2, 1)]);
  const { rows } = await db.query({ text: 'SELECT n FROM crossing' });
  expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
});

test('of two database transactions that deadlock, the one that PostgreSQL ends is tried again once', async () => {
  await db.query({ text: 'CREATE TABLE rivals (id int PRIMARY KEY)' });
  await db.query({ text: 'INSERT INTO rivals SELECT generate_series(1, 20)' });
  for (let pair = 1; pair < 20; pair += 4) {
    let count = 0;
    const holding = new Set<number>();
    const lockBoth = (first: number, second: number) =>
      transaction(db, async (tx) => {
        count += 1;
        const lock = (id: number) =>
          tx.query({ text: 'SELECT FROM rivals WHERE id = $1 FOR UPDATE', values: [id] });
        await lock(first);
        holding.add(first);
        await eventually(() => holding.size === 2);
        await lock(second);
      });
    await Promise.all([lockBoth(pair, pair + 1), lockBoth(pair + 1, pair)]);
    expect(count).toBe(3);
  }
});
