import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { startEmbedded } from '../../server/src/database/embedded/index.ts';
import { openDatabase } from '../../server/src/database/pool.ts';
import { migrateAsOwner } from '../../server/src/runtime/database-address.ts';
import type { CodeVault } from '../../server/src/vault/code-vault.ts';
import { masterSecret } from '../../server/src/vault/master-secret.ts';
import { openVault } from '../../server/src/vault/open-vault.ts';
import { removeLeftovers, temporaryFolder } from '../../tests/support/cluster.ts';
import { type Size, seed } from './seed.ts';

export const codesKey = 'the key of the measurements, 32 characters or more';

/** A durable embedded PostgreSQL in a temporary folder. */
export interface SeededDatabase {
  readonly url: string;
  readonly superuserUrl: string;
  readonly pid: number;
  /** The folder of the server log of PostgreSQL. */
  readonly logFolder: string;
  readonly vault: CodeVault;
  close(): Promise<void>;
}

/** Starts a database with full durability, like a shop's, and fills it. */
export async function openSeededDatabase(
  size: Size,
  progress: (line: string) => void,
  settings: Readonly<Record<string, string>> = {},
): Promise<SeededDatabase> {
  await removeLeftovers();
  const folder = temporaryFolder('bench');
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o711 });
  const log = pino({ level: 'warn' });
  const embedded = await startEmbedded({
    dataDir,
    durable: true,
    settings,
    log: { info: () => {}, warn: (line) => log.warn(line) },
  });
  const db = openDatabase(embedded.url('almas'), { max: 2 });
  await migrateAsOwner(db, { url: embedded.url('almas'), ownerUrl: embedded.ownerUrl('almas') });
  const vault = await openVault(db, masterSecret({ codesKey, codesKeyNext: undefined, dataDir }));
  await db.end();
  await seed(embedded.superuserUrl('almas'), vault, size, progress);
  return {
    url: embedded.url('almas'),
    superuserUrl: embedded.superuserUrl('almas'),
    pid: embedded.pid(),
    logFolder: join(dataDir, 'postgres/pg_wal'),
    vault,
    close: async () => {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
