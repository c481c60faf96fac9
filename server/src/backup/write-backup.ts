/// <reference path="./pg-copy-streams.d.ts" />
import { closeSync, createWriteStream, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type DatabaseContents, readContents } from '../audit/contents.ts';
import type { Database } from '../database/pool.ts';
import { version } from '../version.ts';
import { type BackupEnd, type BackupHeader, frame, type TableHeader } from './frames.ts';
import { quoted, readMigrations, readSequences, readTables } from './tables.ts';

/** What a backup holds, and how much money and how many accounts that is. */
export interface WrittenBackup extends BackupEnd {
  readonly contents: DatabaseContents;
}

export type Progress = (table: string, rows: number) => void;

/**
 * Writes everything that the database holds, as it is at one moment, to `file` (mode 0600), while servers go on
 * selling. Codes stay encrypted: the file is worth nothing without the key of the codes, and is not readable
 * without it either. The file appears under its name only when it is whole.
 */
export async function writeBackup(db: Database, file: string, progress: Progress): Promise<WrittenBackup> {
  const part = `${file}.part`;
  const client = await db.pool.connect();
  let end: BackupEnd = { rows: {}, sequences: {} };
  let contents: DatabaseContents = { accounts: 0, ledgerRows: 0, balances: 0 };
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const content = (async function* () {
      const header: BackupHeader = {
        format: 'almas-backup',
        version: 1,
        product: version,
        createdAt: new Date().toISOString(),
        migrations: await readMigrations(client),
      };
      yield frame('header', header);
      const rows: Record<string, number> = {};
      for (const table of await readTables(client)) {
        yield frame('table', table);
        rows[table.name] = yield* copyOut(client, table);
        progress(table.name, rows[table.name] ?? 0);
      }
      end = { rows, sequences: await readSequences(client) };
      contents = await readContents(client);
      yield frame('end', end);
    })();
    await pipeline(content, createGzip({ level: 6 }), createWriteStream(part, { mode: 0o600 }));
    await client.query('COMMIT');
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  } finally {
    // Its session has settings of its own, and perhaps a half-read COPY.
    client.release(true);
  }
  flush(part);
  renameSync(part, file);
  return { ...end, contents };
}

async function* copyOut(
  client: pg.PoolClient,
  { name, columns }: TableHeader,
): AsyncGenerator<Buffer, number> {
  const copy = client.query(copyTo(`COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) TO STDOUT`));
  for await (const chunk of copy) yield frame('rows', chunk as Buffer);
  // The stream ends with the last row; how many there were comes with the end of the command, which the next one waits for.
  await client.query('SELECT');
  return copy.rowCount ?? 0;
}

/** On disk before it takes its name: a name on a half-written file would be a promise broken by a power cut. */
function flush(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}
