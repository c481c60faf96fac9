import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../sync-folder.ts';

/*
 * `almas upgrade-database` creates the new cluster in postgres.upgrade. After the audit, one rename to postgres.upgraded commits the
 * upgrade: from then on every start completes it, even when the command was killed.
 */
export const unfinishedUpgrade = (dataDir: string): string => join(dataDir, 'postgres.upgrade');
const finishedUpgrade = (dataDir: string): string => join(dataDir, 'postgres.upgraded');
const originFile = 'almas.upgraded-from';

/** Whether an upgrade is committed, and its new cluster has not yet replaced the former one. */
export const hasFinishedUpgrade = (dataDir: string): boolean =>
  existsSync(join(finishedUpgrade(dataDir), originFile));

/** SHA-256 of the control file, which every start of the cluster changes. */
const controlDigest = (cluster: string): string =>
  createHash('sha256')
    .update(readFileSync(join(cluster, 'global', 'pg_control')))
    .digest('hex');

/** Commits the upgrade. Both clusters must be stopped. */
export function commitUpgrade(dataDir: string): void {
  const upgraded = unfinishedUpgrade(dataDir);
  writeFileSync(join(upgraded, originFile), `${controlDigest(join(dataDir, 'postgres'))}\n`, { flush: true });
  syncFolder(upgraded);
  renameSync(upgraded, finishedUpgrade(dataDir));
  syncFolder(dataDir);
}

/**
 * Replaces the former cluster with the new one of a committed upgrade, and keeps the former one under another name. The caller holds
 * the lock of the folder. When an older program has started the former cluster since, that one has newer data: the new one is deleted.
 * @returns the folder of the former cluster; undefined when nothing was replaced
 */
export function finishUpgrade(dataDir: string): string | undefined {
  if (!hasFinishedUpgrade(dataDir)) return undefined;
  const upgraded = finishedUpgrade(dataDir);
  const cluster = join(dataDir, 'postgres');
  let former: string | undefined;
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    if (readFileSync(join(upgraded, originFile), 'utf8').trim() !== controlDigest(cluster)) {
      rmSync(upgraded, { recursive: true, force: true });
      return undefined;
    }
    const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    former = `${cluster}.before-${moment}`;
    renameSync(cluster, former);
  } else if (existsSync(cluster) && readdirSync(cluster).length === 0) rmdirSync(cluster);
  renameSync(upgraded, cluster);
  rmSync(join(cluster, originFile));
  // An archive belongs to one cluster: without the marker file the next start with ARCHIVE_DIR takes a base backup.
  rmSync(join(dataDir, 'postgres.archived'), { force: true });
  syncFolder(dataDir);
  return former;
}
