import type { Queryable } from '../../database/pool.ts';
import { outboxStore } from './outbox.store.ts';

/** Deletes messages that were sent a day ago and dead letters of a month ago, at most `limit`. @returns how many */
export async function forgetMessages(tx: Queryable, limit: number): Promise<number> {
  const done = await outboxStore.forgetDone.run(tx, limit);
  return done + (await outboxStore.forgetDead.run(tx, limit - done));
}
