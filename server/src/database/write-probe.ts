import pg from 'pg';
import { isDiskFull } from './failures.ts';

const answerMilliseconds = 2_000;
/** Longer than the free space that one page may still have. */
const diskProbeBytes = 64_000;

/** Whether the database takes writes, asked by writing. */
export interface WriteProbe {
  /** Never rejects. Callers that ask at the same time share one answer. */
  isWritable(): Promise<boolean>;
  /** A call failed with this error: after "disk full" the probe also checks for free space, until there is some. */
  noteFailure(error: unknown): void;
  /** False while the disk is full; asks for room, and writes nothing that stays, only after a call has met a full disk. */
  hasRoom(): Promise<boolean>;
  end(): Promise<void>;
}

/**
 * One connection of its own: a pool that is busy must not look like a database that is away. It commits without waiting
 * for the disk or a standby: a proxy asks several times a second, and what waits is slow, not refused.
 */
export function openWriteProbe(url: string, survive: (pool: pg.Pool) => void): WriteProbe {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: answerMilliseconds,
    query_timeout: answerMilliseconds,
    idleTimeoutMillis: 10_000,
    application_name: 'almas probe',
    options: '-c synchronous_commit=off',
  });
  survive(pool);
  let diskWasFull = false;
  let asking: Promise<boolean> | undefined;

  const write = async (): Promise<boolean> => {
    try {
      await pool.query('UPDATE readiness SET checked_at = clock_timestamp()');
      if (diskWasFull) await needRoom(pool);
      diskWasFull = false;
      return true;
    } catch (error) {
      diskWasFull ||= isDiskFull(error);
      return false;
    }
  };
  return {
    isWritable: () => {
      asking ??= write().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    noteFailure: (error) => {
      diskWasFull ||= isDiskFull(error);
    },
    hasRoom: async () => {
      try {
        if (diskWasFull) await needRoom(pool);
        diskWasFull = false;
      } catch {
        // Still full, or away: the next call asks again.
      }
      return !diskWasFull;
    },
    end: () => pool.end(),
  };
}

/** Writes more than the pages that are there can take, and rolls it back. */
async function needRoom(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('INSERT INTO disk_probe (payload) VALUES ($1)', ['x'.repeat(diskProbeBytes)]);
    await client.query('ROLLBACK');
  } finally {
    client.release(true);
  }
}
