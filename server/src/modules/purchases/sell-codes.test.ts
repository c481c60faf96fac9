import { createHash } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { Queryable } from '../../database/pool.ts';
import { type SaleParams, sellByKeySql, sellCodes, sellCodesSql } from './sell-codes.ts';

const params = {} as SaleParams;

/** A database that refuses every statement. */
function refusing(code: string) {
  let tries = 0;
  const query = () => {
    tries += 1;
    return Promise.reject(Object.assign(new pg.DatabaseError('refused', 7, 'error'), { code }));
  };
  return { db: { query } as unknown as Queryable, tries: () => tries };
}

test.each(['40001', '40P01', 'ECONNRESET', '57P01'])(
  'a sale that ends with %s is not tried again without its notification, because it may have been made',
  async (code) => {
    const { db, tries } = refusing(code);
    await expect(sellCodes(db, params, () => undefined)).rejects.toMatchObject({ code });
    expect(tries()).toBe(1);
  },
);

test('a sale that the database refuses for any other reason is tried once more without its notification', async () => {
  const { db, tries } = refusing('P0001');
  await expect(sellCodes(db, params, () => undefined)).rejects.toMatchObject({ code: 'P0001' });
  expect(tries()).toBe(2);
});

// The figures of `npm run bench` are those of this text: after a change of it, measure again and write the new sum here.
test('the statement of a person’s sale is byte by byte the one that was measured, beside that of a program [API-29]', () => {
  const sum = createHash('sha256').update(sellCodesSql).digest('hex');
  expect(sum).toBe('96fe606235ec8529367445704efdca8aa134c375a12b9b197457114a2743d758');
  expect(sellByKeySql).not.toMatch(/idempotency_keys \(|FROM sessions/);
});
