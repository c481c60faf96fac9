/// <reference path="./pg-copy-streams.d.ts" />
import { type Hmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createGunzip } from 'node:zlib';
import { backupTexts as texts } from '@almas/locale/operator';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { anyWithoutFingerprint, baseline, isOlderThanBaseline } from '../database/baseline.ts';
import { readMigrationFiles } from '../database/migration-files.ts';
import type { Database } from '../database/pool.ts';
import { runQuery } from '../database/run-query.ts';
import { StartupError } from '../startup-error.ts';
import { version } from '../version.ts';
import { type BackupKeys, contentMac, decrypt, isEncrypted, WrongBackupKeyError } from './encryption.ts';
import { type BackupEnd, type BackupHeader, type Frame, readFrames, type TableHeader } from './frames.ts';
import { quoted, readTables, setSequences } from './tables.ts';
import type { BackupProgress } from './write-backup.ts';

export interface RestoreOptions {
  /** `checkBackup` has verified the file. */
  readonly isChecked?: boolean;
}

/**
 * Verifies a whole file, without a database. @returns the names of the migrations of its database
 * @throws StartupError when it is incomplete, changed, or of a version that does not fit
 */
export async function checkBackup(file: string, keys: BackupKeys): Promise<string[]> {
  if (!isEncrypted(file)) throw new StartupError(texts.unencrypted(file, baseline.version));
  const names: string[] = [];
  for await (const next of frames(file, keys)) {
    if (next.kind !== 'header') continue;
    const header = parse<BackupHeader>(next);
    checkHeader(header);
    names.push(...header.migrations.map(({ name }) => name));
  }
  return names;
}

/**
 * Restores a backup into an empty database, in one transaction. Later migrations that the database already has are not applied to its rows.
 * @throws StartupError when the database has accounts, or the file is incomplete, changed or from a newer version
 */
export async function restoreBackup(
  db: Database,
  file: string,
  keys: BackupKeys,
  progress: BackupProgress,
  options: RestoreOptions = {},
): Promise<BackupEnd> {
  // Before anything is written: an invalid file leaves the database as it is.
  if (!options.isChecked) await checkBackup(file, keys);
  const client = await db.pool.connect();
  try {
    await client.query('SET idle_in_transaction_session_timeout = 0');
    await client.query('BEGIN');
    const end = await restoreInto(client, file, keys, progress);
    await client.query('COMMIT');
    return end;
  } finally {
    client.release(true);
  }
}

async function restoreInto(
  client: pg.PoolClient,
  file: string,
  keys: BackupKeys,
  progress: BackupProgress,
): Promise<BackupEnd> {
  const known = await readTables(client);
  await checkUnused(client);
  // The triggers would write balances and derived rows that the backup contains. Enabled again before the commit.
  await setTriggers(client, known, 'DISABLE');
  // The backup contains the rows that migrations insert.
  await client.query(`TRUNCATE ${known.map(({ name }) => quoted(name)).join(', ')}`);
  const end = await restoreRows(client, frames(file, keys), file, known, progress);
  await setSequences(client, end.sequences);
  const { any } = await anyWithoutFingerprint.one({ query: (config) => runQuery(client, config) });
  if (any) throw new StartupError(texts.uncheckedCodes(baseline.version));
  // No backup has the claims of fingerprints. Their primary key proves again that no code is stored twice.
  await client.query(
    `INSERT INTO code_fingerprints (fingerprint, code_id)
     SELECT canonical_fingerprint, id FROM codes WHERE duplicate_of IS NULL ORDER BY id`,
  );
  await setTriggers(client, known, 'ENABLE');
  return end;
}

/** The first start creates the first administrator: a database without accounts has never been used. */
async function checkUnused(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query('SELECT FROM users LIMIT 1');
  if (rows.length > 0) throw new StartupError(texts.notEmpty);
}

async function setTriggers(
  client: pg.PoolClient,
  tables: readonly TableHeader[],
  state: 'ENABLE' | 'DISABLE',
): Promise<void> {
  for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} ${state} TRIGGER USER`);
}

async function restoreRows(
  client: pg.PoolClient,
  content: AsyncIterable<Frame>,
  file: string,
  known: readonly TableHeader[],
  progress: BackupProgress,
): Promise<BackupEnd> {
  const written: Record<string, number> = {};
  let open: OpenTable | undefined;
  let end: BackupEnd | undefined;
  const finish = async () => {
    if (!open) return;
    const rows = await open.close();
    written[open.name] = rows;
    progress(open.name, rows);
    open = undefined;
  };
  try {
    for await (const next of content) {
      if (next.kind === 'rows') await open?.write(next.bytes);
      else await finish();
      if (next.kind === 'header') checkHeader(parse<BackupHeader>(next));
      if (next.kind === 'table') open = openTable(client, parse<TableHeader>(next), known);
      if (next.kind === 'end') end = checkEnd(parse<BackupEnd>(next), written);
    }
  } catch (error) {
    if (error instanceof StartupError || (error as { severity?: string }).severity) throw error;
    throw new StartupError(texts.unreadable(file));
  }
  if (!end) throw new StartupError(texts.unreadable(file));
  return end;
}

/**
 * The frames of a backup in a valid order. The MAC is verified after the last frame: until then the content is not authenticated.
 * @throws StartupError: WrongBackupKeyError when no key opens it, or none of the secrets has written it
 */
async function* frames(file: string, keys: BackupKeys): AsyncGenerator<Frame> {
  const source = await decrypt(file, keys);
  const macs = keys.secrets.map(contentMac);
  const content = createGunzip();
  source.on('error', (error: Error) => content.destroy(error));
  let last: Frame['kind'] | undefined;
  let proved = false;
  try {
    for await (const next of readFrames(source.pipe(content))) {
      if (next.kind === 'mac') proved ||= macs.some((mac) => isDigest(mac, next.bytes));
      else for (const mac of macs) mac.update(next.whole);
      if ((last === undefined) !== (next.kind === 'header') || last === 'mac')
        throw new Error('out of order');
      last = next.kind;
      yield next;
    }
  } catch (error) {
    if (error instanceof StartupError || (error as { severity?: string }).severity) throw error;
    throw new StartupError(texts.unreadable(file));
  } finally {
    source.destroy();
  }
  if (proved) return;
  // Whole, with a proof: of another secret, or of a forger with the public key alone.
  throw last === 'mac'
    ? new WrongBackupKeyError(texts.otherWriter(file))
    : new StartupError(texts.unreadable(file));
}

function isDigest(mac: Hmac, bytes: Buffer): boolean {
  const digest = mac.digest();
  return digest.length === bytes.length && timingSafeEqual(digest, bytes);
}

const parse = <Content>({ bytes }: Frame): Content => JSON.parse(bytes.toString('utf8')) as Content;

function checkHeader(header: BackupHeader): void {
  if (header.format !== 'almas-backup' || header.version !== 2) throw new StartupError(texts.otherFormat);
  if (isOlderThanBaseline(header.migrations)) throw new StartupError(texts.olderVersion(baseline.version));
  const known = new Map(readMigrationFiles().map(({ name, checksum }) => [name, checksum]));
  // The baseline contains the migrations before it.
  const foreign = header.migrations.find(
    ({ name, checksum }) => name >= baseline.name && known.get(name) !== checksum,
  );
  if (foreign) throw new StartupError(texts.otherVersion(foreign.name, header.product, version));
}

function checkEnd(end: BackupEnd, written: Record<string, number>): BackupEnd {
  const wrong = Object.entries(end.rows).find(([table, rows]) => written[table] !== rows);
  if (wrong) throw new StartupError(texts.incomplete(wrong[0]));
  return end;
}

interface OpenTable {
  readonly name: string;
  write(bytes: Buffer): Promise<void>;
  /** @returns rows written */
  close(): Promise<number>;
}

/** The names come from the file. @throws StartupError for a table or column that this database does not have */
function openTable(client: pg.PoolClient, wanted: TableHeader, known: readonly TableHeader[]): OpenTable {
  const table = known.find(({ name }) => name === wanted.name);
  if (!table || wanted.columns.some((column) => !table.columns.includes(column))) {
    throw new StartupError(texts.otherVersion(wanted.name, undefined, version));
  }
  const columns = wanted.columns.map(quoted).join(', ');
  const copy = client.query(copyFrom(`COPY ${quoted(wanted.name)} (${columns}) FROM STDIN`));
  const failed = once(copy, 'error').then(([error]) => {
    throw error;
  });
  failed.catch(() => {}); // raised where it is awaited below
  return {
    name: wanted.name,
    write: async (bytes) => {
      if (!copy.write(bytes)) await Promise.race([once(copy, 'drain'), failed]);
    },
    close: async () => {
      copy.end();
      await Promise.race([once(copy, 'finish'), failed]);
      return copy.rowCount;
    },
  };
}
