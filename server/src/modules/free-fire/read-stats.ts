import { algiersMidnight } from '@almas/contract/algiers';
import type { freeFire } from '@almas/contract/free-fire';
import type { Output } from '@almas/contract/route';
import type { Queryable } from '../../database/pool.ts';
import { toDinars } from '../../money/amount.ts';
import { historyStore } from './history.store.ts';

/**
 * The four figures of the administrator's screen (AMB-42): successful top-ups, their amount in DA, those since midnight in Algiers, and
 * pending requests. Over all records, not only the latest 1000 of the specification (AMB-77).
 */
export async function readStats(db: Queryable, now: Date): Promise<Output<typeof freeFire.stats>> {
  const stats = await historyStore.stats.one(db, new Date(algiersMidnight(now.getTime())));
  return { ...stats, totalAmount: toDinars(stats.totalAmount) };
}
