import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../archive/archive-folder.ts';

/*
 * `almas upgrade-database` makes the new cluster in postgres.upgrade. Once it is audited, one rename to postgres.upgraded decides: from
 * then on every start puts it in the place of the former one, whichever moment the command was killed at.
 */
export const unfinishedUpgrade = (dataDir: string): string => join(dataDir, 'postgres.upgrade');
const finishedUpgrade = (dataDir: string): string => join(dataDir, 'postgres.upgraded');
const originFile = 'almas.upgraded-from';

/** Whether a new cluster waits to replace the former one. */
export const hasFinishedUpgrade = (dataDir: string): boolean =>
  existsSync(join(finishedUpgrade(dataDir), originFile));

/** Changes with every start of the cluster. */
const controlDigest = (cluster: string): string =>
  createHash('sha256')
    .update(readFileSync(join(cluster, 'global', 'pg_control')))
    .digest('hex');

/** Both clusters are stopped, and the new one holds what the former one does: from now on it replaces it. */
export function decideUpgrade(dataDir: string): void {
  const made = unfinishedUpgrade(dataDir);
  writeFileSync(join(made, originFile), `${controlDigest(join(dataDir, 'postgres'))}\n`, { flush: true });
  syncFolder(made);
  renameSync(made, finishedUpgrade(dataDir));
  syncFolder(dataDir);
}

/**
 * Puts the new cluster of a decided upgrade in the place of the former one, which is set aside. The caller holds the folder's lock. A former
 * cluster that an older program has used since then has the newer data: the copy is removed instead.
 * @returns the folder of the former cluster when it was set aside now
 */
export function finishUpgrade(dataDir: string): string | undefined {
  if (!hasFinishedUpgrade(dataDir)) return undefined;
  const made = finishedUpgrade(dataDir);
  const cluster = join(dataDir, 'postgres');
  let former: string | undefined;
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    if (readFileSync(join(made, originFile), 'utf8').trim() !== controlDigest(cluster)) {
      rmSync(made, { recursive: true, force: true });
      return undefined;
    }
    const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    former = `${cluster}.before-${moment}`;
    renameSync(cluster, former);
  } else if (existsSync(cluster) && readdirSync(cluster).length === 0) rmdirSync(cluster);
  renameSync(made, cluster);
  rmSync(join(cluster, originFile));
  // An archive belongs to one cluster: the next start with ARCHIVE_DIR begins with a base backup.
  rmSync(join(dataDir, 'postgres.archived'), { force: true });
  syncFolder(dataDir);
  return former;
}
