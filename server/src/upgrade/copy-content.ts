/// <reference path="../backup/pg-copy-streams.d.ts" />
import { pipeline } from 'node:stream/promises';
import { upgradeTexts as texts } from '@almas/locale/operator';
import { migrationTexts } from '@almas/locale/runtime';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { TableHeader } from '../backup/frames.ts';
import { quoted, readSequences, readTables, setSequences } from '../backup/tables.ts';
import { baseline, isOlderThanBaseline } from '../database/baseline.ts';
import type { Queryable } from '../database/pool.ts';
import { runQuery } from '../database/run-query.ts';
import { StartupError } from '../startup-error.ts';

/** The names of the migrations applied to a database. @throws StartupError when it is no database of the product, or too old */
export async function appliedMigrations(url: string): Promise<Set<string>> {
  const client = await connected(url);
  try {
    const known = await client.query(`SELECT to_regclass('public.migrations') IS NOT NULL AS known`);
    if (!known.rows[0]?.known) throw new StartupError(texts.noDatabase);
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
    if (isOlderThanBaseline(rows)) throw new StartupError(migrationTexts.olderDatabase(baseline.version));
    return new Set(rows.map(({ name }) => name));
  } finally {
    await client.end();
  }
}

/**
 * Copies every row of a database into another one with the same schema in one transaction, and verifies that both have the same rows.
 * @param url.to for the owner; its tables contain only rows that migrations inserted
 * @returns the number of rows @throws StartupError
 */
export async function copyContent(
  url: { readonly from: string; readonly to: string },
  progress: (table: string, rows: number) => void,
): Promise<number> {
  const from = await connected(url.from);
  const to = await connected(url.to);
  try {
    await from.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await to.query('BEGIN');
    const known = await tablesOf(from);
    checkSchema(known, await tablesOf(to));
    const tables = [...known, { name: 'migrations', columns: ['name', 'checksum', 'applied_at', 'version'] }];
    // Balances, stock and derived tables are copied too: triggers would write them twice.
    for (const { name } of tables) await to.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
    await to.query(`TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')}`);
    let rows = 0;
    for (const table of tables) {
      const copied = await copyTable(from, to, table);
      progress(table.name, copied);
      rows += copied;
    }
    await setSequences(queryable(to), await readSequences(queryable(from)));
    for (const { name } of tables) await to.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
    await to.query('COMMIT');
    return rows;
  } finally {
    await from.end();
    await to.end();
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(
    'SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET extra_float_digits = 3',
  );
  return client;
}

const queryable = (client: pg.Client): Queryable => ({ query: (config) => runQuery(client, config) });
const tablesOf = (client: pg.Client): Promise<TableHeader[]> => readTables(queryable(client));

/** @throws StartupError when one database lacks a table or a column of the other */
function checkSchema(theirs: readonly TableHeader[], ours: readonly TableHeader[]): void {
  const columns = (tables: readonly TableHeader[]) =>
    new Map(tables.map((table) => [table.name, table.columns.toSorted().join(' ')]));
  const [before, after] = [columns(theirs), columns(ours)];
  const different = [...before.keys(), ...after.keys()].find((name) => before.get(name) !== after.get(name));
  if (different !== undefined) throw new StartupError(texts.otherSchema(different));
}

async function copyTable(from: pg.Client, to: pg.Client, { name, columns }: TableHeader): Promise<number> {
  const list = columns.map(quoted).join(', ');
  const output = from.query(copyTo(`COPY ${quoted(name)} (${list}) TO STDOUT`));
  const input = to.query(copyFrom(`COPY ${quoted(name)} (${list}) FROM STDIN`));
  await pipeline(output, input);
  // The digest also detects a value that the new version outputs differently.
  const digest = `SELECT count(*)::float8 AS rows,
      coalesce(sum(('x' || left(md5(ROW(${list})::text), 16))::bit(64)::bigint::numeric), 0)::text AS digest FROM ${quoted(name)}`;
  const [before, after] = await Promise.all(
    [from, to].map(async (client) => (await client.query<{ rows: number; digest: string }>(digest)).rows[0]),
  );
  if (!before || before.rows !== after?.rows || before.digest !== after.digest)
    throw new StartupError(texts.otherRows(name));
  return before.rows;
}
