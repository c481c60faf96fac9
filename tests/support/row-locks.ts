import { onTestFinished } from 'vitest';
import type { Database } from '../../server/src/database/pool.ts';

/**
 * The number of statements of this database that wait for a lock. The last use of a session is not counted: the server writes it
 * beside the call, at most once in five minutes, and no call waits for it.
 */
export async function waitingForLocks(db: Database): Promise<number> {
  const { rows } = await db.query({
    text: `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
             AND query NOT LIKE 'UPDATE sessions s SET last_used_at%'`,
  });
  return rows.length;
}

export interface HeldRows {
  /** Commits or rolls back; without it the locks are released when the test ends. */
  release(end?: { readonly rollback: boolean }): Promise<void>;
  waiting(): Promise<number>;
}

/** Runs a statement in an open transaction, which holds its row locks. */
export async function holdRows(db: Database, text: string, ...values: unknown[]): Promise<HeldRows> {
  const client = await db.pool.connect();
  await client.query('BEGIN');
  await client.query(text, values);
  let isHeld = true;
  const release = async ({ rollback } = { rollback: false }) => {
    if (!isHeld) return;
    isHeld = false;
    await client.query(rollback ? 'ROLLBACK' : 'COMMIT');
    client.release();
  };
  onTestFinished(() => release());
  return { release, waiting: () => waitingForLocks(db) };
}
