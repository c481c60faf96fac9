import fc from 'fast-check';
import type pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { isoTime } from '../../server/src/database/row-shape.ts';
import { runQuery } from '../../server/src/database/run-query.ts';
import { transaction } from '../../server/src/database/transaction.ts';
import { freshDatabase } from '../support/database.ts';

const { db } = await freshDatabase();

/** A connection that is released at the end of the test. */
async function onOneConnection(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await db.pool.connect();
  try {
    await work(client);
  } finally {
    client.release(true);
  }
}

const connectionOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { parse(): void; describe(): void } }).connection;

describe('a prepared statement', () => {
  const users = {
    name: 'test.users',
    text: `SELECT n AS id, 'P' || n AS name, NULLIF(n, 2)::bigint AS big, n > 1 AS known, ARRAY[n, n] AS twice,
                  json_build_object('n', n) AS data, '2026-11-22 09:30:00.5+00'::timestamptz AS at
             FROM generate_series(1, $1::int) AS n ORDER BY n`,
  };
  const user = (n: number) => ({
    id: n,
    name: `P${n}`,
    big: n === 2 ? null : n,
    known: n > 1,
    twice: [n, n],
    data: { n },
    at: '2026-11-22T09:30:00.500Z',
  });

  test('a prepared statement is prepared and described once on a connection, and returns its rows every time', () =>
    onOneConnection(async (client) => {
      const parse = vi.spyOn(connectionOf(client), 'parse');
      const describeRows = vi.spyOn(connectionOf(client), 'describe');
      for (const count of [3, 0, 1, 3]) {
        const { rows, rowCount } = await runQuery(client, { ...users, values: [count] });
        expect(rows).toEqual([user(1), user(2), user(3)].slice(0, count));
        expect(rowCount).toBe(count);
      }
      expect(parse).toHaveBeenCalledTimes(1);
      expect(describeRows).toHaveBeenCalledTimes(1);
    }));

  test('a prepared statement that writes reports how many rows it wrote, with or without returning any', () =>
    onOneConnection(async (client) => {
      await client.query('CREATE TEMPORARY TABLE things (n int)');
      const describeRows = vi.spyOn(connectionOf(client), 'describe');
      const insert = { name: 'test.insert', text: 'INSERT INTO things SELECT generate_series(1, $1::int)' };
      for (const count of [2, 0, 4]) {
        expect(await runQuery(client, { ...insert, values: [count] })).toEqual({ rows: [], rowCount: count });
      }
      expect(describeRows).toHaveBeenCalledTimes(1);
      const remove = { name: 'test.remove', text: 'DELETE FROM things WHERE n > $1 RETURNING n' };
      expect(await runQuery(client, { ...remove, values: [2] })).toEqual({
        rows: [{ n: 3 }, { n: 4 }],
        rowCount: 2,
      });
      expect(await runQuery(client, { name: 'test.set', text: 'SET LOCAL work_mem = 1024' })).toEqual({
        rows: [],
        rowCount: null,
      });
    }));

  test('a prepared statement that fails reports the file that called it, and the connection stays usable', () =>
    onOneConnection(async (client) => {
      const divide = { name: 'test.divide', text: 'SELECT 10 / $1::int AS q' };
      const failure = await runQuery(client, { ...divide, values: [0] }).catch((error: Error) => error);
      expect(failure).toMatchObject({ code: '22012', stack: expect.stringContaining('prepared-query.test') });
      expect((await runQuery(client, { ...divide, values: [5] })).rows).toEqual([{ q: 2 }]);
      const wrong = { name: 'test.wrong', text: 'SELECT no_such_column' };
      for (let i = 0; i < 2; i += 1)
        await expect(runQuery(client, wrong)).rejects.toMatchObject({ code: '42703' });
      expect((await runQuery(client, { ...divide, values: [2] })).rows).toEqual([{ q: 5 }]);
    }));

  test('a prepared statement with a value that cannot be serialized is refused, and the connection stays usable', () =>
    onOneConnection(async (client) => {
      const echo = { name: 'test.echo', text: 'SELECT $1::text AS said' };
      const loop: { self?: unknown } = {};
      loop.self = loop;
      for (let i = 0; i < 2; i += 1) {
        await expect(runQuery(client, { ...echo, values: [loop] })).rejects.toThrow(/circular/i);
        expect((await runQuery(client, { ...echo, values: ['là'] })).rows).toEqual([{ said: 'là' }]);
      }
    }));

  test('a prepared statement whose result cannot be read is refused, and the connection stays usable', () =>
    onOneConnection(async (client) => {
      const never = { name: 'test.never', text: `SELECT 'infinity'::timestamptz AS at` };
      for (let i = 0; i < 2; i += 1) await expect(runQuery(client, never)).rejects.toThrow(RangeError);
      expect((await runQuery(client, { ...users, values: [1] })).rows).toEqual([user(1)]);
    }));

  test('a prepared statement that exceeds its query_timeout fails with a read timeout', () =>
    onOneConnection(async (client) => {
      const sleep = { name: 'test.sleep', text: 'SELECT pg_sleep(30)', query_timeout: 50 };
      await expect(runQuery(client, sleep)).rejects.toThrow('Query read timeout');
    }));

  test('a prepared statement that fails in a transaction, which is rolled back, works in the next transaction', async () => {
    await db.query({ text: 'CREATE TABLE kept (n int PRIMARY KEY)' });
    const keep = { name: 'test.keep', text: 'INSERT INTO kept VALUES ($1)' };
    const twice = transaction(db, async (tx) => {
      await tx.query({ ...keep, values: [1] });
      await tx.query({ ...keep, values: [1] });
    });
    await expect(twice).rejects.toMatchObject({ code: '23505' });
    await transaction(db, (tx) => tx.query({ ...keep, values: [2] }));
    expect((await db.query({ text: 'SELECT n FROM kept' })).rows).toEqual([{ n: 2 }]);
  });

  test('each of 300 concurrent callers of a prepared statement gets the result of its own query', async () => {
    const echo = { name: 'test.echo', text: 'SELECT $1::text AS said' };
    const words = Array.from({ length: 300 }, (_, i) => `mot ${i}`);
    const results = await Promise.all(words.map((word) => db.query({ ...echo, values: [word] })));
    expect(results.map(({ rows }) => rows)).toEqual(words.map((said) => [{ said }]));
  });
});

test('isoTime() reads a timestamp of PostgreSQL as the Date constructor of JavaScript does', () => {
  const digits = (value: number, length: number) => String(value).padStart(length, '0');
  const time = fc
    .record({
      at: fc.date({
        min: new Date('1000-01-01T00:00:00Z'),
        max: new Date('9999-12-31T23:59:59Z'),
        noInvalidDate: true,
      }),
      fraction: fc.option(fc.integer({ min: 0, max: 999_999 })),
      zone: fc.constantFrom('+00', '+00', '+01', '-03:30'),
    })
    .map(({ at, fraction, zone }) => {
      const seconds = at.toISOString().slice(0, 19).replace('T', ' ');
      const part = fraction === null ? '' : `.${digits(fraction, 6).replace(/0+$/, '') || '0'}`;
      return `${seconds}${part}${zone}`;
    });
  fc.assert(fc.property(time, (text) => isoTime(text) === new Date(text).toISOString()));
});
