import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { archiveTexts } from '@almas/locale/archive';
import type { EmbeddedDatabase } from '../embedded/index.ts';
import { runStatements } from '../embedded/provision.ts';
import type { Log } from '../embedded/supervisor.ts';
import {
  type ArchiveOptions,
  archiveMarkerFile,
  baseBefore,
  ownerText,
  usableBases,
} from './archive-folder.ts';
import { aliveFile, isOwner, readOwner } from './archive-owner.ts';
import { lateSeconds, readArchiveState } from './archive-state.ts';
import { takeBaseBackup } from './base-backup.ts';
import { compressSegments, removeExpired } from './segments.ts';

const tickMilliseconds = 10_000;
const retryMilliseconds = 600_000;
const day = 86_400_000;
/** 03:00 in Algiers, which is one hour ahead of UTC all year. */
const nightlyHourUtc = 2;

/** The last 03:00 in Algiers before `now`; both in milliseconds since 1970. */
export function lastNight(now: number): number {
  const today = new Date(now).setUTCHours(nightlyHourUtc, 0, 0, 0);
  return today <= now ? today : today - day;
}

/**
 * Maintains the archive of a running database: compresses segments, takes a base backup each night, removes expired backups and
 * segments (at its start, each night and after a base backup), and logs a warning when archiving is late.
 * @returns a function that stops it
 */
export function keepArchive(
  options: ArchiveOptions,
  dataDir: string,
  database: Pick<EmbeddedDatabase, 'superuserUrl' | 'needsBaseBackup' | 'pid'>,
  log: Log,
): () => Promise<void> {
  const cluster = join(dataDir, 'postgres');
  const stopping = new AbortController();
  const milliseconds = Math.min(tickMilliseconds, options.timeoutSeconds * 1_000);
  const warned = new Set<string>();
  let needsBase = database.needsBaseBackup;
  let nextTry = 0;
  let isLate = false;
  let wokenPid = 0;
  let hasForeign = false;
  let isTaken = false;
  let removedInNight = 0;
  /** Before anything is written: on a full disk it makes the room for compression and for the next base backup. */
  const removeNightly = () => {
    const night = lastNight(Date.now());
    if (night === removedInNight) return;
    removedInNight = night;
    removeExpired(options.folder, options.retentionDays, Date.now());
  };
  /**
   * The checkpointer, which applies archive_timeout, starts before the recovery has ended and then sleeps for five minutes
   * (checkpoint_timeout). A checkpoint after each start of PostgreSQL wakes it.
   */
  const wakeCheckpointer = async () => {
    const pid = database.pid();
    if (pid === 0 || pid === wokenPid) return;
    await runStatements(database.superuserUrl('postgres'), 'CHECKPOINT');
    wokenPid = pid;
  };
  const base = async () => {
    const now = Date.now();
    const newest = baseBefore(usableBases(options.folder), now)?.endedAt ?? 0;
    if (now < nextTry || (!needsBase && newest >= lastNight(now))) return;
    nextTry = now + retryMilliseconds;
    const taken = await takeBaseBackup(
      {
        archive: options.folder,
        cluster,
        accessFile: join(dataDir, 'postgres.access.json'),
        superuserUrl: database.superuserUrl('postgres'),
      },
      stopping.signal,
    );
    needsBase = false;
    writeFileSync(archiveMarkerFile(dataDir), options.folder, { mode: 0o600 });
    nextTry = 0;
    log.info(archiveTexts.baseTaken(taken.folder));
    removeExpired(options.folder, options.retentionDays, Date.now());
  };
  const tick = async (isAway: boolean) => {
    await wakeCheckpointer();
    const { lagSeconds, foreignTimelines } = await readArchiveState(options.folder, cluster, Date.now());
    if (lagSeconds > lateSeconds !== isLate) {
      isLate = !isLate;
      log.warn(isLate ? archiveTexts.late(options.folder, Math.round(lagSeconds)) : archiveTexts.again());
    }
    if (isAway) return;
    removeNightly();
    for (const name of await compressSegments(options.folder, stopping.signal)) {
      if (!warned.has(name)) log.warn(archiveTexts.conflict(name));
      warned.add(name);
    }
    if (foreignTimelines.length > 0 && !hasForeign)
      log.warn(archiveTexts.foreign(options.folder, foreignTimelines));
    hasForeign = foreignTimelines.length > 0;
    await base();
  };
  let running: Promise<void> | undefined;
  /** A take-over waits for this sign of life. After one, this server neither removes nor adds anything. */
  const isStillOwner = (): boolean => {
    if (isOwner(options.folder, dataDir)) {
      writeFileSync(aliveFile(options.folder), `${milliseconds}\n`, { mode: 0o600 });
      isTaken = false;
      return true;
    }
    if (!isTaken) log.warn(archiveTexts.takenFrom(options.folder, ownerText(options.folder)));
    isTaken = true;
    return false;
  };
  const run = () => {
    let isAway = false;
    try {
      // The disk is not mounted: PostgreSQL keeps the log until it is again.
      isAway = readOwner(options.folder) === undefined;
      if (!isAway && !isStillOwner()) return;
    } catch (error) {
      log.warn(archiveTexts.failed((error as Error).message));
      return;
    }
    running ??= tick(isAway)
      .catch((error: Error) => {
        if (!stopping.signal.aborted) log.warn(archiveTexts.failed(error.message));
      })
      .finally(() => {
        running = undefined;
      });
  };
  run();
  const timer = setInterval(run, milliseconds);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
    if (!isTaken) rmSync(aliveFile(options.folder), { force: true });
  };
}
