import { statfs } from 'node:fs/promises';
import type { Health, HealthState } from '@almas/contract/health';
import { healthLimits as limits } from '@almas/contract/limits';
import { lateSeconds } from '../../database/archive/archive-state.ts';
import type { Services } from '../../services.ts';
import { version } from '../../version.ts';
import { readOutbox } from '../outbox/read-outbox.ts';
import { operationsStore } from './operations.store.ts';
import { readOperationsFigures } from './read-figures.ts';

const worse = (failed: boolean, attention: boolean): HealthState =>
  failed ? 'failed' : attention ? 'attention' : 'ok';
const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

/** The data of the administrators' health panel, with the same thresholds as the alerts. */
export async function readHealth(services: Services): Promise<Health> {
  const { db, config } = services;
  const now = services.now().getTime();
  // Not isWritable, which writes: reading the panel changes nothing (P20).
  const [hasRoom, database, figures, disk, archive, outbox] = await Promise.all([
    db.hasRoom(),
    operationsStore.database.one(db),
    readOperationsFigures(db),
    config.databaseUrl === undefined ? readDisk(config.dataDir) : null,
    services.archiveState(),
    readOutbox(db),
  ]);
  const writable = hasRoom && database.takesWrites;
  const { busy, waiting } = db.load();
  const run = (kind: 'backup' | 'audit'): Health['backup'] => {
    const found = figures.runs.find((each) => each.kind === kind);
    const isOld = found === undefined || now - Date.parse(found.finishedAt) > limits.runHours * 3_600_000;
    return {
      // One that ran and does not any more records nothing: its age alone says so.
      state: worse(found !== undefined && (isOld || !found.succeeded), isOld),
      at: found === undefined ? null : new Date(found.finishedAt).toISOString(),
      succeeded: found?.succeeded ?? null,
    };
  };
  const oldest = Math.max(figures.oldestPendingSeconds.recharge, figures.oldestPendingSeconds.free_fire);
  const jobs = [...services.jobRuns].map(([name, at]) => ({
    name,
    lastRunAt: new Date(at).toISOString(),
    at,
  }));
  return {
    database: {
      state: worse(!writable, false),
      role: database.isStandby ? 'standby' : 'primary',
      writable,
      bytes: Number(database.bytes),
    },
    disk: disk && {
      state: worse(disk.share < limits.diskFailedShare, disk.share < limits.diskAttentionShare),
      freeBytes: disk.freeBytes,
      totalBytes: disk.totalBytes,
    },
    pool: { state: worse(false, waiting > 0), busy, waiting, size: config.databasePool },
    oldestRequest: {
      state: worse(false, oldest > limits.requestHours * 3_600),
      seconds: Math.floor(oldest),
    },
    backup: run('backup'),
    audit: run('audit'),
    archive: archive
      ? {
          state: worse(archive.lagSeconds > lateSeconds, archive.restorableFrom === undefined),
          lagSeconds: Math.floor(archive.lagSeconds),
          restorableFrom: iso(archive.restorableFrom),
          archivedAt: iso(archive.archivedAt),
        }
      : null,
    outbox: {
      ...outbox,
      state: worse(false, outbox.dead > 0 || outbox.oldestSeconds > limits.outboxMinutes * 60),
    },
    jobs: {
      // In the future: the clock was set back, and the job has not run since.
      state: worse(
        false,
        jobs.some(({ at }) => Math.abs(Date.now() - at) > limits.jobMinutes * 60_000),
      ),
      list: jobs.map(({ name, lastRunAt }) => ({ name, lastRunAt })),
    },
    version,
    checkedAt: new Date(now).toISOString(),
  };
}

async function readDisk(
  folder: string,
): Promise<{ freeBytes: number; totalBytes: number; share: number } | null> {
  const found = await statfs(folder).catch(() => undefined);
  if (!found) return null;
  const [freeBytes, totalBytes] = [found.bavail * found.bsize, found.blocks * found.bsize];
  return { freeBytes, totalBytes, share: totalBytes === 0 ? 0 : freeBytes / totalBytes };
}
