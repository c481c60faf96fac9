import type { Transaction } from '@almas/contract/wallet';
import { endOfTime, isNumberId, momentBefore, nextCursor } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { presentTransaction } from './transaction-record.ts';
import { operationsOf } from './transactions.store.ts';

export interface OperationsPage {
  readonly filter: keyof typeof operationsOf;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * What happened to one account, newest first, from the transactions alone, so that nothing shows twice (AMB-06).
 * credit: recharges; debit: purchases; freefire: direct top-ups.
 */
export async function listOperations(
  db: Queryable,
  userId: string,
  { filter, limit, cursor }: OperationsPage,
): Promise<{ items: Transaction[]; nextCursor: string | null }> {
  const before = momentBefore(cursor, isNumberId, { at: endOfTime, id: 0 });
  const rows = await operationsOf[filter].all(db, userId, before.at, before.id, limit + 1);
  return {
    items: rows.slice(0, limit).map(presentTransaction),
    nextCursor: nextCursor(rows, limit, ({ createdAt, id }) => [createdAt, id]),
  };
}
