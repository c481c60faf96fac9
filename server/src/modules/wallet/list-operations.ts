import type { Output, Parsed } from '@almas/contract/route';
import type { Adjustment, Transaction, wallet } from '@almas/contract/wallet';
import { decodeCursorMoment, endOfTime, isNumberId, nextCursor, writeCursor } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { adjustmentsOf, presentAdjustment } from './adjustments.store.ts';
import { type Name, presentTransaction } from './transaction-record.ts';
import { operationsOf } from './transactions.store.ts';

/** The account whose operations are listed, which the caller has read. */
type Account = Name & { readonly id: string };

/** The transactions of one account without adjustments, newest first, for administrators. */
export async function listUserTransactions(
  db: Queryable,
  user: Account,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ items: Transaction[]; nextCursor: string | null }> {
  const before = decodeCursorMoment(cursor, isNumberId, { at: endOfTime, id: 0 });
  const rows = await operationsOf.all.all(db, { userId: user.id, ...before, limit: limit + 1 });
  return {
    items: rows.slice(0, limit).map((row) => presentTransaction(row, user)),
    nextCursor: nextCursor(rows, limit, ({ createdAt, id }) => [createdAt, id]),
  };
}

/** The id in a cursor: of a transaction its number, of an adjustment `l` and the number of its ledger entry. */
const isMovementId = (value: unknown): value is number | string =>
  isNumberId(value) || (typeof value === 'string' && /^l\d{1,15}$/.test(value));

/** The ids after which both lists continue. At the same time, adjustments are listed before transactions. */
const afterMovement = (id: number | string) =>
  typeof id === 'number'
    ? { transaction: id, entry: 0 }
    : { transaction: Number.MAX_SAFE_INTEGER, entry: Number(id.slice(1)) };

/**
 * All changes of one balance, newest first: the transactions and, separately, the adjustments, which are ledger entries without a
 * transaction (AMB-06, AMB-96). Filters: credit: recharges; debit: purchases; freefire: direct top-ups with their refunds. A page has up
 * to `limit` of each.
 */
export async function listOperations(
  db: Queryable,
  user: Account,
  { filter, limit, cursor }: Parsed<typeof wallet.operations>['query'],
): Promise<Output<typeof wallet.operations>> {
  const { at, id } = decodeCursorMoment(cursor, isMovementId, { at: endOfTime, id: 0 });
  const after = afterMovement(id);
  const page = { userId: user.id, at, limit: limit + 1 };
  const transactions = await operationsOf[filter].all(db, { ...page, id: after.transaction });
  // Few accounts have adjustments: `adjusted` saves the query. Each one corrects a transaction, so without any on the first page there are
  // none; on a later page one may be left that is dated before its transaction, because the clock was set back.
  const mayHold = transactions[0]?.adjusted ?? cursor !== undefined;
  const adjustments =
    mayHold && (filter === 'all' || filter === 'freefire')
      ? await adjustmentsOf[filter].all(db, { ...page, id: after.entry })
      : [];
  const items: Transaction[] = [];
  const between: Adjustment[] = [];
  let last: [at: string, id: number | string] | undefined;
  while (items.length < limit && between.length < limit) {
    const transaction = transactions[items.length];
    const adjustment = adjustments[between.length];
    if (adjustment && (!transaction || adjustment.createdAt >= transaction.createdAt)) {
      between.push(presentAdjustment(adjustment));
      last = [adjustment.createdAt, `l${adjustment.id}`];
    } else if (transaction) {
      items.push(presentTransaction(transaction, user));
      last = [transaction.createdAt, transaction.id];
    } else break;
  }
  const hasMore = items.length + between.length < transactions.length + adjustments.length;
  return { items, adjustments: between, nextCursor: hasMore && last ? writeCursor(last) : null };
}
