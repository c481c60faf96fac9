import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ArchiveBreak,
  archiveIdentity,
  baseBefore,
  breakOf,
  foreignTimelines,
  newestSegmentAt,
  restorableBases,
  segmentArchivedAt,
  usableBases,
} from './archive-folder.ts';

/** The state of the archive. Times in milliseconds since 1970; undefined when there is none, or the archive cannot be read. */
export interface ArchiveState {
  /** Age of the oldest finished segment that is not archived yet; 0 without one. */
  readonly lagSeconds: number;
  /** When the newest segment was archived. */
  readonly archivedAt: number | undefined;
  /** When the newest base backup ended. */
  readonly baseAt: number | undefined;
  /** When the oldest base backup ended: the first time that can be restored. */
  readonly restorableFrom: number | undefined;
  /** Timelines that another database has written into the archive. */
  readonly foreignTimelines: readonly number[];
}

/** Above this lag the archive is late: losing DATA_DIR would lose more than a minute of sales. */
export const lateSeconds = 60;

/** @param cluster the folder of the running cluster, whose archive_status lists the segments that are not archived yet */
export async function readArchiveState(archive: string, cluster: string, now: number): Promise<ArchiveState> {
  const lagSeconds = waitingSeconds(cluster, now);
  try {
    if (archiveIdentity(archive) === undefined) throw new Error('no archive');
    const bases = usableBases(archive);
    return {
      lagSeconds,
      archivedAt: await newestSegmentAt(archive),
      baseAt: baseBefore(bases, now)?.endedAt,
      restorableFrom: bases[0]?.endedAt,
      foreignTimelines: (await foreignTimelines(archive)).map(({ timeline }) => timeline),
    };
  } catch {
    // The archive cannot be read, for example because its disk is not mounted.
    return {
      lagSeconds,
      archivedAt: undefined,
      baseAt: undefined,
      restorableFrom: undefined,
      foreignTimelines: [],
    };
  }
}

/** PostgreSQL keeps a `.ready` file for each finished segment until it is archived. */
function waitingSeconds(cluster: string, now: number): number {
  const marks = join(cluster, 'pg_wal', 'archive_status');
  let oldest = now;
  try {
    for (const name of readdirSync(marks)) {
      if (!name.endsWith('.ready')) continue;
      const mark = statSync(join(marks, name), { throwIfNoEntry: false });
      if (mark) oldest = Math.min(oldest, mark.mtimeMs);
    }
  } catch {
    return 0;
  }
  return Math.max(0, (now - oldest) / 1_000);
}

/** A period that cannot be restored because a segment is missing. Times in milliseconds since 1970. */
export interface ArchiveGap extends ArchiveBreak {
  /** When the last segment before it was archived; never before the end of the base backup. */
  readonly from: number;
  /** When the next base backup ended; undefined: nothing later can be restored, and `restore --at latest` refuses. */
  readonly to: number | undefined;
}

/** The gaps between the oldest base backup and the end of the archive, in chronological order. */
export async function archiveGaps(archive: string): Promise<ArchiveGap[]> {
  const gaps: ArchiveGap[] = [];
  const bases = restorableBases(archive);
  for (const [index, base] of bases.entries()) {
    const broken = breakOf(archive, base);
    // A break after the start of the next base backup belongs to that one.
    const next = bases[index + 1];
    if (!broken || (next && broken.at >= next.startSegment.slice(8))) continue;
    const from = Math.max(base.endedAt, (await segmentArchivedAt(archive, broken.at)) ?? 0);
    gaps.push({ ...broken, from, to: next?.endedAt });
  }
  return gaps;
}
