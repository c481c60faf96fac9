import { accessSync, constants } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { embeddedTexts, serverTexts } from '@almas/locale/runtime';
import { StartupError } from '../../startup-error.ts';
import { splitRoles } from '../roles.ts';
import type { Access } from './access.ts';
import { checkWay, databaseAccount, prepareFolder } from './account.ts';
import { findBinaries } from './binaries.ts';
import { openCluster } from './cluster.ts';
import { LogFile } from './log-file.ts';
import { type Log, Supervisor } from './supervisor.ts';

export interface EmbeddedDatabase {
  /** The address of a database of the cluster, as the server's role `almas`. */
  url(database: string): string;
  /** The same as the role that owns the product's database: for migrations and restore. */
  ownerUrl(database: string): string;
  /** The same as the superuser: for tests, which make and drop databases. */
  superuserUrl(database: string): string;
  /** The process number of the running PostgreSQL, 0 between two. */
  pid(): number;
  /** Stops PostgreSQL and waits until it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that comes with the product in `dataDir`, creating it when needed, and keeps it running:
 * when it dies it comes back on the same port. `durable: false` trades safety for speed, for tests. The caller
 * holds the folder's lock. Throws a StartupError (one French sentence) when it cannot be started.
 */
export async function startEmbedded(options: {
  dataDir: string;
  durable: boolean;
  log: Log;
}): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  const binaries = findBinaries();
  const account = databaseAccount();
  openDataFolder(dataDir, account);
  checkWay(dirname(binaries.postgres), account);
  checkWay(dataDir, account);
  const place = {
    ...options,
    ...binaries,
    dataDir,
    account,
    log: new LogFile(join(dataDir, 'postgres.log')),
  };
  const { folder, access } = await openCluster(place, () => options.log.info(embeddedTexts.creating()));
  const supervisor = new Supervisor({ ...place, folder }, join(dataDir, 'postgres.port'), options.log);
  await supervisor.start();
  const url = (role: keyof Access, database: string) =>
    `postgres://${role}:${access[role]}@127.0.0.1:${supervisor.port}/${encodeURIComponent(database)}`;
  await splitRoles(url('postgres', 'postgres'), 'almas', {
    owner: { name: 'almas_owner', password: access.almas_owner },
    serving: { name: 'almas', password: access.almas },
  });
  return {
    url: (database) => url('almas', database),
    ownerUrl: (database) => url('almas_owner', database),
    superuserUrl: (database) => url('postgres', database),
    pid: () => supervisor.pid(),
    stop: () => supervisor.stop(),
  };
}

/** Makes DATA_DIR when it is missing; one sentence when it cannot be written. Before anything is put in it. */
export function openDataFolder(dataDir: string, account = databaseAccount()): void {
  try {
    prepareFolder(dataDir, account);
    accessSync(dataDir, constants.W_OK);
  } catch {
    throw new StartupError(serverTexts.folderNotWritable(dataDir));
  }
}
