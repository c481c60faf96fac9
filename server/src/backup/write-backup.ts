import { randomBytes } from 'node:crypto';
import { closeSync, createWriteStream, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { backupTexts } from '@almas/locale/operator';
import { type DatabaseContents, readTotals } from '../audit/contents.ts';
import type { Database, Queryable } from '../database/pool.ts';
import { runQuery } from '../database/run-query.ts';
import { withSnapshot } from '../database/snapshot.ts';
import { chainHead, headText } from '../modules/audit-trail/trail-chain.ts';
import { StartupError } from '../startup-error.ts';
import { version } from '../version.ts';
import { compress } from './compress.ts';
import { copyTables } from './copy-tables.ts';
import { type BackupKeys, contentMac, encrypt } from './encryption.ts';
import { type BackupEnd, type BackupHeader, frame, frameHead } from './frames.ts';
import { readMigrations, readSequences, readTables } from './tables.ts';

/** The content of a written backup. */
export interface WrittenBackup extends BackupEnd {
  readonly contents: DatabaseContents;
  /** The last link of the chain of the audit trail (`headText`). */
  readonly trail: string;
}

/**
 * Sessions, and what leads to one, because a backup outlives them. Push subscriptions belong to sessions, and outbox messages to
 * subscriptions: a device subscribes again at its next sign-in, and no old message is sent twice. The restore computes
 * `code_fingerprints` from the codes, whose primary key proves again that no code is stored twice.
 */
export const excludedTables: ReadonlySet<string> = new Set([
  'sessions',
  'pending_sign_ins',
  'password_resets',
  'push_subscriptions',
  'code_fingerprints',
]);

export type BackupProgress = (table: string, rows: number) => void;

export interface BackupOptions {
  /** The maximum of connections that read; the pool may have fewer. */
  readonly connections?: number;
  /** Blocks of a table that one COPY reads. */
  readonly blocksPerPart?: number;
}

/**
 * Writes one snapshot of the database to `file` (mode 0600) while servers sell. The file is encrypted and authenticated
 * (encryption.ts); in it the codes stay encrypted with their own keys. It gets its name when it is complete.
 * @throws StartupError when a file of this name was created meanwhile
 */
export async function writeBackup(
  db: Database,
  file: string,
  keys: BackupKeys,
  progress: BackupProgress,
  { connections = 3, blocksPerPart }: BackupOptions = {},
): Promise<WrittenBackup> {
  // A random name: two backups to the same file must not write into one temporary file.
  const part = `${file}.${randomBytes(4).toString('hex')}.part`;
  const mac = contentMac(keys.secrets[0] ?? '');
  try {
    const written = await withSnapshot(db, connections, async (clients) => {
      const [leader] = clients;
      const on: Queryable = { query: (config) => runQuery(leader, config) };
      const trail = headText(await chainHead(on));
      let end: BackupEnd = { rows: {}, sequences: {} };
      const frames = async function* () {
        const header: BackupHeader = {
          format: 'almas-backup',
          version: 2,
          product: version,
          createdAt: new Date().toISOString(),
          trail,
          migrations: await readMigrations(on),
        };
        yield frame('header', header);
        const tables = (await readTables(on)).filter(({ name }) => !excludedTables.has(name));
        const rows: Record<string, number> = {};
        for await (const copied of copyTables(clients, tables, blocksPerPart)) {
          const { name } = copied.table;
          if (copied.isFirst) yield frame('table', copied.table);
          for (const bytes of copied.content) {
            yield frameHead('rows', bytes.length);
            yield bytes;
          }
          const count = (rows[name] ?? 0) + copied.rows;
          rows[name] = count;
          if (copied.isLast) progress(name, count);
        }
        end = { rows, sequences: await readSequences(on) };
        yield frame('end', end);
      };
      const content = async function* () {
        for await (const bytes of frames()) {
          mac.update(bytes);
          yield bytes;
        }
        yield frame('mac', mac.digest());
      };
      const sealed = await encrypt(Readable.from(compress(content()), { objectMode: false }), keys);
      await pipeline(sealed, createWriteStream(part, { mode: 0o600, flags: 'wx' }));
      const contents: DatabaseContents = {
        accounts: end.rows.users ?? 0,
        ledgerRows: end.rows.ledger ?? 0,
        ...(await readTotals(on)),
      };
      return { ...end, contents, trail };
    });
    flush(part);
    if (existsSync(file)) throw new StartupError(backupTexts.exists(file));
    renameSync(part, file);
    return written;
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Syncs a file before it is renamed: after a power failure no incomplete file has the final name. */
function flush(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}
