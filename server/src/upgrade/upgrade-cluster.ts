import { lstatSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { upgradeTexts as texts } from '@almas/locale/operator';
import { embeddedTexts } from '@almas/locale/runtime';
import { archiveIdentity } from '../database/archive/archive-folder.ts';
import { type Access, readAccess } from '../database/embedded/access.ts';
import { type Account, checkEnterable, checkOwner, databaseAccount } from '../database/embedded/account.ts';
import { findBinaries } from '../database/embedded/binaries.ts';
import { clusterVersion, expectedVersion, initializeCluster } from '../database/embedded/cluster.ts';
import {
  commitUpgrade,
  finishUpgrade,
  hasFinishedUpgrade,
  unfinishedUpgrade,
} from '../database/embedded/finish-upgrade.ts';
import { LogFile } from '../database/embedded/log-file.ts';
import { clearOrphan, stopProcess } from '../database/embedded/orphan.ts';
import { freePort } from '../database/embedded/port.ts';
import { LaunchError, launch } from '../database/embedded/postmaster.ts';
import { runStatements } from '../database/embedded/provision.ts';
import { migrate } from '../database/migrate.ts';
import { type Database, withDatabase } from '../database/pool.ts';
import { splitRoles } from '../database/roles.ts';
import { StartupError } from '../startup-error.ts';
import { appliedMigrations, copyContent } from './copy-content.ts';
import { findFormerPostgres } from './former-programs.ts';

export interface ClusterUpgrade {
  readonly dataDir: string;
  /** The folder with the programs of the former major version. */
  readonly programs: string | undefined;
  /** ARCHIVE_DIR. */
  readonly archiveFolder: string | undefined;
  say(line: string): void;
  /** Aborts: the former cluster stays in use. */
  readonly signal?: AbortSignal | undefined;
  /** Audits the new database. @returns the number of discrepancies */
  audit(db: Database): Promise<number>;
}

/**
 * Copies the cluster of DATA_DIR, which has a former major version, into a new one of the embedded version. The former cluster is
 * opened read-only, and kept under another name after the new one is complete and audited. When the command was killed, it can be
 * run again. The caller holds the lock of DATA_DIR. @throws StartupError
 */
export async function upgradeCluster(upgrade: ClusterUpgrade): Promise<void> {
  const { dataDir, say } = upgrade;
  const folder = join(dataDir, 'postgres');
  const account = databaseAccount();
  checkOwner(folder, account);
  await clearOrphan(folder, (pid) => say(embeddedTexts.stoppingOrphan(pid)));
  if (hasFinishedUpgrade(dataDir)) {
    const former = finishUpgrade(dataDir);
    if (former !== undefined) return say(texts.done(expectedVersion, former));
  }
  const version = checkVersion(folder);
  if (upgrade.archiveFolder !== undefined && archiveIdentity(upgrade.archiveFolder) !== undefined)
    throw new StartupError(texts.archiveUsed(upgrade.archiveFolder));
  const postgres = findFormerPostgres(upgrade.programs, version);
  checkEnterable(dirname(postgres), account);
  const unfinished = unfinishedUpgrade(dataDir);
  await clearOrphan(unfinished, () => undefined);
  rmSync(unfinished, { recursive: true, force: true });
  checkDiskSpace(dataDir, folder);

  const access = readAccess(join(dataDir, 'postgres.access.json'));
  const log = new LogFile(join(dataDir, 'postgres.log'));
  const options = { ...findBinaries(), dataDir, account, durable: true, log, signal: upgrade.signal };
  try {
    say(texts.begins(version, expectedVersion));
    await initializeCluster(options, unfinished, access);
    // With wal_level minimal, PostgreSQL writes no log for rows that are copied into tables truncated in the same transaction.
    const settings = { wal_level: 'minimal', max_wal_senders: '0', autovacuum: 'off' };
    await whileRunning({ ...options, folder: unfinished, settings }, access, async (to) => {
      const reading = { default_transaction_read_only: 'on', autovacuum: 'off' };
      await whileRunning({ ...options, postgres, folder, settings: reading }, access, (from) =>
        fill(upgrade, { from, to }, access),
      );
      await migrateAndAudit(upgrade, to);
    });
  } finally {
    log.close();
    if (upgrade.signal?.aborted) rmSync(unfinished, { recursive: true, force: true });
  }
  upgrade.signal?.throwIfAborted();
  commitUpgrade(dataDir);
  const former = finishUpgrade(dataDir) ?? '';
  say(texts.done(expectedVersion, former));
}

/** @returns the major version of the former cluster @throws StartupError when there is none, or its version is not older */
function checkVersion(folder: string): string {
  const version = clusterVersion(folder);
  if (version === undefined) throw new StartupError(texts.noCluster(folder));
  if (version === expectedVersion) throw new StartupError(texts.alreadyThere(expectedVersion));
  if (Number(version) > Number(expectedVersion))
    throw new StartupError(texts.newer(version, expectedVersion));
  return version;
}

const megabyte = 1_048_576;

/** Estimates 1.2 times the former size, since an index may become larger, and 128 MB for an empty cluster with its log. */
function checkDiskSpace(dataDir: string, folder: string): void {
  const needed = bytesOf(folder) * 1.2 + 128 * megabyte;
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < needed)
    throw new StartupError(
      texts.noRoom(dataDir, Math.ceil(needed / megabyte), Math.floor((bavail * bsize) / megabyte)),
    );
}

function bytesOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) bytes += lstatSync(join(entry.parentPath, entry.name)).size;
  return bytes;
}

/** The URL of a database of a running cluster, for one of its roles. */
type AddressOf = (role: keyof Access, database: string) => string;

interface RunningOptions {
  readonly postgres: string;
  readonly folder: string;
  readonly account: Account;
  readonly durable: boolean;
  readonly log: LogFile;
  readonly settings: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
}

async function whileRunning(
  options: RunningOptions,
  access: Access,
  work: (address: AddressOf) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const child = await launch(options, port, { onSlow: () => undefined }).catch((error: unknown) => {
    if (!(error instanceof LaunchError)) throw error;
    throw new StartupError(embeddedTexts.startFailed(options.log.path, error.lastLine));
  });
  try {
    await work((role, database) => `postgres://${role}:${access[role]}@127.0.0.1:${port}/${database}`);
  } finally {
    await stopProcess(child.pid ?? 0, (name) => child.kill(name));
  }
}

/** Creates the roles and the schema of the former database, and copies its rows. */
async function fill(
  { say }: ClusterUpgrade,
  { from, to }: { from: AddressOf; to: AddressOf },
  access: Access,
): Promise<void> {
  const others = await runStatements(
    from('postgres', 'postgres'),
    `SELECT string_agg(datname, ', ') AS names FROM pg_database WHERE datname NOT IN ('almas', 'postgres') AND NOT datistemplate`,
  );
  if (others[0]?.names) say(texts.otherDatabases(String(others[0].names)));
  const applied = await appliedMigrations(from('postgres', 'almas'));
  await splitRoles(to('postgres', 'postgres'), 'almas', {
    owner: { name: 'almas_owner', password: access.almas_owner },
    serving: { name: 'almas', password: access.almas },
  });
  await withDatabase(to('almas_owner', 'almas'), (db) => migrate(db, undefined, applied));
  const began = Date.now();
  const rows = await copyContent(
    { from: from('postgres', 'almas'), to: to('almas_owner', 'almas') },
    (table, count) => say(texts.table(table, count)),
  );
  say(texts.copied(rows, (Date.now() - began) / 1_000));
}

/** Applies the remaining migrations to the copy, and audits it. */
async function migrateAndAudit({ audit, say }: ClusterUpgrade, to: AddressOf): Promise<void> {
  await withDatabase(to('almas_owner', 'almas'), (db) => migrate(db, 'almas'));
  await runStatements(to('postgres', 'almas'), 'VACUUM (ANALYZE)', 'CHECKPOINT');
  say(texts.auditing);
  const found = await withDatabase(to('almas', 'almas'), audit);
  if (found > 0) throw new StartupError(texts.auditFound(found));
}
