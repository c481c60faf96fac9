import type { Output, Parsed } from '@almas/contract/route';
import type { Adjustment, Transaction, wallet } from '@almas/contract/wallet';
import { decodeCursorMoment, endOfTime, isNumberId, nextCursor, writeCursor } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { adjustmentsOf, presentAdjustment } from './adjustments.store.ts';
import { type Name, presentTransaction } from './transaction-record.ts';
import { operationsOf } from './transactions.store.ts';

/** The account whose movements are listed, as its caller knows it. */
type Account = Name & { readonly id: string };

/** One account's transactions, newest first, without the movements between them: the list of an administrator. */
export async function listUserTransactions(
  db: Queryable,
  user: Account,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ items: Transaction[]; nextCursor: string | null }> {
  const before = decodeCursorMoment(cursor, isNumberId, { at: endOfTime, id: 0 });
  const rows = await operationsOf.all.all(db, user.id, before.at, before.id, limit + 1);
  return {
    items: rows.slice(0, limit).map((row) => presentTransaction(row, user)),
    nextCursor: nextCursor(rows, limit, ({ createdAt, id }) => [createdAt, id]),
  };
}

/** A cursor names the last movement: a transaction by its number, an adjustment by `l` and the number of its entry. */
const isMovementId = (value: unknown): value is number | string =>
  isNumberId(value) || (typeof value === 'string' && /^l\d{1,15}$/.test(value));

/** At the same moment the adjustments come before the transactions: what of both is still to be shown after `id`. */
const afterMovement = (id: number | string) =>
  typeof id === 'number'
    ? { transaction: id, entry: 0 }
    : { transaction: Number.MAX_SAFE_INTEGER, entry: Number(id.slice(1)) };

/**
 * What moved one balance, newest first: its transactions, and the ledger's movements that have none (AMB-06, AMB-96),
 * so that each balance follows from the one before. credit: recharges; debit: purchases; freefire: direct top-ups with
 * their refunds. A page holds up to `limit` of each kind.
 */
export async function listOperations(
  db: Queryable,
  user: Account,
  { filter, limit, cursor }: Parsed<typeof wallet.operations>['query'],
): Promise<Output<typeof wallet.operations>> {
  const { at, id } = decodeCursorMoment(cursor, isMovementId, { at: endOfTime, id: 0 });
  const after = afterMovement(id);
  const transactions = await operationsOf[filter].all(db, user.id, at, after.transaction, limit + 1);
  // Few accounts have any: the transactions say so. Each corrects an earlier transaction, so none is left where no transaction is.
  const mayHold = transactions[0]?.adjusted === true;
  const adjustments =
    mayHold && (filter === 'all' || filter === 'freefire')
      ? await adjustmentsOf[filter].all(db, user.id, at, after.entry, limit + 1)
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
