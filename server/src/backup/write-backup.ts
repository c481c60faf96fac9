/// <reference path="./pg-copy-streams.d.ts" />
import { closeSync, createWriteStream, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type DatabaseContents, readContents } from '../audit/contents.ts';
import type { Database } from '../database/pool.ts';
import { runQuery } from '../database/run-query.ts';
import { chainHead, emptyChain, headText } from '../modules/audit-trail/trail-chain.ts';
import { version } from '../version.ts';
import { type BackupKeys, contentMac, encrypt } from './encryption.ts';
import { type BackupEnd, type BackupHeader, frame, type TableHeader } from './frames.ts';
import { quoted, readMigrations, readSequences, readTables } from './tables.ts';

/** What a backup holds, and how much money and how many accounts that is. */
export interface WrittenBackup extends BackupEnd {
  readonly contents: DatabaseContents;
  /** Where the chain of the audit trail ends in it. */
  readonly trail: string;
}

/**
 * What opens a session has no place in a file that outlives it. Devices belong to sessions, and messages to devices: a
 * restored server does not send old news a second time, and a device subscribes again at its next sign-in.
 */
const leftOut: ReadonlySet<string> = new Set([
  'sessions',
  'pending_sign_ins',
  'password_resets',
  'push_subscriptions',
  'outbox',
]);

export type BackupProgress = (table: string, rows: number) => void;

/**
 * Writes everything that the database holds, as it is at one moment, to `file` (mode 0600), while servers go on
 * selling. The file is encrypted and authenticated (encryption.ts), and codes stay encrypted in it once more. Sessions
 * and what leads to one are left out. The file appears under its name only when it is whole.
 */
export async function writeBackup(
  db: Database,
  file: string,
  keys: BackupKeys,
  progress: BackupProgress,
): Promise<WrittenBackup> {
  const part = `${file}.part`;
  const mac = contentMac(keys.secrets[0] ?? '');
  const signed = (bytes: Buffer) => {
    mac.update(bytes);
    return bytes;
  };
  const client = await db.pool.connect();
  let end: BackupEnd = { rows: {}, sequences: {} };
  let trail = headText(emptyChain);
  let contents: DatabaseContents = { accounts: 0, ledgerRows: 0, balances: 0 };
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    trail = headText(await chainHead({ query: (question) => runQuery(client, question) }));
    const content = (async function* () {
      const header: BackupHeader = {
        format: 'almas-backup',
        version: 2,
        product: version,
        createdAt: new Date().toISOString(),
        trail,
        migrations: await readMigrations(client),
      };
      yield signed(frame('header', header));
      const rows: Record<string, number> = {};
      for (const table of await readTables(client)) {
        if (leftOut.has(table.name)) continue;
        yield signed(frame('table', table));
        rows[table.name] = yield* copyOut(client, table, signed);
        progress(table.name, rows[table.name] ?? 0);
      }
      end = { rows, sequences: await readSequences(client) };
      contents = await readContents(client);
      yield signed(frame('end', end));
      yield frame('mac', mac.digest());
    })();
    const compressed = new PassThrough();
    const packing = pipeline(content, createGzip({ level: 6 }), compressed);
    const sealed = await encrypt(compressed, keys);
    await Promise.all([packing, pipeline(sealed, createWriteStream(part, { mode: 0o600 }))]);
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
  return { ...end, contents, trail };
}

async function* copyOut(
  client: pg.PoolClient,
  { name, columns }: TableHeader,
  signed: (bytes: Buffer) => Buffer,
): AsyncGenerator<Buffer, number> {
  const copy = client.query(copyTo(`COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) TO STDOUT`));
  for await (const chunk of copy) yield signed(frame('rows', chunk as Buffer));
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
