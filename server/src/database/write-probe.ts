import pg from 'pg';
import { isDiskFull } from './failures.ts';

const timeoutMilliseconds = 2_000;
const statementMilliseconds = 1_500;
/** More than the free space that one page may have. */
const diskProbeBytes = 64_000;

/** Tells whether the database accepts writes, by writing. */
export interface WriteProbe {
  /** Never rejects. Concurrent callers share one probe. */
  isWritable(): Promise<boolean>;
  /** A call failed with this error: after "disk full" the probe also checks for free space, until there is some. */
  recordFailure(error: unknown): void;
  /** False while the disk is full. Writes, and rolls back, only after a call has failed with "disk full". */
  hasRoom(): Promise<boolean>;
  end(): Promise<void>;
}

/**
 * Uses a connection of its own, because a busy pool must not look like an unavailable database. It commits without waiting for the
 * disk or a standby: a proxy probes several times a second, and a slow commit is no reason to refuse.
 */
export function openWriteProbe(url: string, survive: (pool: pg.Pool) => void): WriteProbe {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: timeoutMilliseconds,
    query_timeout: timeoutMilliseconds,
    // Below that of the driver: a statement that waits for a lock is cancelled, and does not stay when the probe has given up.
    statement_timeout: statementMilliseconds,
    idleTimeoutMillis: 10_000,
    application_name: 'almas probe',
    options: '-c synchronous_commit=off',
  });
  survive(pool);
  let diskWasFull = false;
  let pendingProbe: Promise<boolean> | undefined;

  const probe = async (): Promise<boolean> => {
    try {
      await pool.query('UPDATE readiness SET checked_at = clock_timestamp()');
      if (diskWasFull) await checkFreeSpace(pool);
      diskWasFull = false;
      return true;
    } catch (error) {
      diskWasFull ||= isDiskFull(error);
      return false;
    }
  };
  return {
    isWritable: () => {
      pendingProbe ??= probe().finally(() => {
        pendingProbe = undefined;
      });
      return pendingProbe;
    },
    recordFailure: (error) => {
      diskWasFull ||= isDiskFull(error);
    },
    hasRoom: async () => {
      try {
        if (diskWasFull) await checkFreeSpace(pool);
        diskWasFull = false;
      } catch {
        // Still full or unavailable: the next call probes again.
      }
      return !diskWasFull;
    },
    end: () => pool.end(),
  };
}

/** Writes more than the existing pages can hold and rolls it back. @throws Error when the disk is full */
async function checkFreeSpace(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('INSERT INTO disk_probe (payload) VALUES ($1)', ['x'.repeat(diskProbeBytes)]);
    await client.query('ROLLBACK');
  } finally {
    client.release(true);
  }
}
