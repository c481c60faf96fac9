import { randomBytes } from 'node:crypto';
import { closeSync, createWriteStream, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { backupTexts } from '@almas/locale/operator';
import { type DatabaseContents, readBalances } from '../audit/contents.ts';
import { atOneMoment } from '../database/one-moment.ts';
import type { Database, Queryable } from '../database/pool.ts';
import { runQuery } from '../database/run-query.ts';
import { chainHead, headText } from '../modules/audit-trail/trail-chain.ts';
import { StartupError } from '../startup-error.ts';
import { version } from '../version.ts';
import { compress } from './compress.ts';
import { copyTables } from './copy-tables.ts';
import { type BackupKeys, contentMac, encrypt } from './encryption.ts';
import { type BackupEnd, type BackupHeader, frame, frameHead } from './frames.ts';
import { readMigrations, readSequences, readTables } from './tables.ts';

/** What a backup holds, and how much money and how many accounts that is. */
export interface WrittenBackup extends BackupEnd {
  readonly contents: DatabaseContents;
  /** Where the chain of the audit trail ends in it. */
  readonly trail: string;
}

/**
 * What opens a session has no place in a file that outlives it. Devices belong to sessions, and messages to devices: a
 * restored server does not send old news a second time, and a device subscribes again at its next sign-in. Which code holds a
 * fingerprint is computed from the codes by the restore, which so proves once more that none stands twice.
 */
const leftOut: ReadonlySet<string> = new Set([
  'sessions',
  'pending_sign_ins',
  'password_resets',
  'push_subscriptions',
  'outbox',
  'code_fingerprints',
]);

export type BackupProgress = (table: string, rows: number) => void;

export interface BackupOptions {
  /** Connections that read, at most; the pool may have fewer. */
  readonly connections?: number;
  /** Blocks of a table that one COPY reads. */
  readonly blocksPerPart?: number;
}

/**
 * Writes everything that the database holds, as it is at one moment, to `file` (mode 0600), while servers go on
 * selling. The file is encrypted and authenticated (encryption.ts), and codes stay encrypted in it once more. Sessions
 * and what leads to one are left out. The file appears under its name only when it is whole.
 * @throws StartupError when another backup took the name meanwhile
 */
export async function writeBackup(
  db: Database,
  file: string,
  keys: BackupKeys,
  progress: BackupProgress,
  { connections = 3, blocksPerPart }: BackupOptions = {},
): Promise<WrittenBackup> {
  // Its own: two backups that write one file would leave what is neither, under the name of the first that ends.
  const part = `${file}.${randomBytes(4).toString('hex')}.part`;
  const mac = contentMac(keys.secrets[0] ?? '');
  try {
    const written = await atOneMoment(db, connections, async (clients) => {
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
        const tables = (await readTables(on)).filter(({ name }) => !leftOut.has(name));
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
        balances: await readBalances(on),
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

/** Writes a file to the disk before it is renamed: after a power cut no half-written file has the final name. */
function flush(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}
