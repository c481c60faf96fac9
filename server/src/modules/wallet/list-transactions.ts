import type { Transaction } from '@almas/contract/wallet';
import {
  type Count,
  type CursorPage,
  countUpTo,
  isNumberId,
  isTime,
  presentPage,
  type SortOrder,
  sortValuesAfter,
} from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { composed } from '../../database/statement.ts';
import {
  searchedCount,
  type TransactionSort,
  type TransactionsFilter,
  transactionsCount,
  transactionsPage,
} from './find-transactions.store.ts';
import { type OwnedTransactionRow, presentOwned } from './transaction-record.ts';
import { searchedFor } from './transaction-search.ts';

export interface TransactionFilter {
  /** Searches name, email, company and phone of the account, wording, player id and number of the transaction. */
  readonly search?: string | undefined;
  readonly type: 'all' | Transaction['type'];
  /** The shown status. */
  readonly status: 'all' | Transaction['status'] | 'refused';
  /** Days of Algiers, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface TransactionQuery extends TransactionFilter {
  readonly sort: TransactionSort;
  readonly order: SortOrder;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page of all transactions with the number of matches, for administrators (TXN-02..07). Reads one row more, which shows a next page. */
export async function listTransactions(
  db: Queryable,
  query: TransactionQuery,
): Promise<CursorPage<Transaction>> {
  const { sort, limit, type, status } = query;
  const search = await searchedFor(db, query.search);
  const filter: TransactionsFilter = {
    // The column shows `Free Fire` for both types (USR-21).
    types: type === 'all' ? null : type === 'freefire' ? ['freefire', 'freefire_request'] : [type],
    status: status === 'all' ? null : status,
    from: query.from ?? null,
    to: query.to ?? null,
    search,
  };
  const cursor = cursorOf(query);
  const params = { ...filter, ...search, ...cursor, limit: limit + 1 };
  const counted = await count();
  const page = composed<OwnedTransactionRow>(
    transactionsPage(filter, { ...query, hasCursor: cursor !== null, isCapped: counted.capped }),
  );
  const rows = await page.all(db, params);
  return {
    ...presentPage(rows, limit, presentOwned, ({ amount, createdAt, id }) =>
      sort === 'date' ? [createdAt, id] : [amount, createdAt, id],
    ),
    ...counted,
  };

  async function count(): Promise<Count> {
    if (search) {
      const found = composed<{ seen: number; count: number }>(searchedCount(filter, search));
      const { seen, count } = await found.one(db, params);
      return { count: Math.min(count, countUpTo), capped: seen > countUpTo };
    }
    const counts = composed<{ kept: number; recent: number }>(transactionsCount(filter));
    const { kept, recent } = await counts.one(db, params);
    return { count: kept + Math.min(recent, countUpTo), capped: recent > countUpTo };
  }
}

/** The cursor as parameters; null for the first page. */
function cursorOf({ sort, cursor }: TransactionQuery) {
  if (sort === 'date') {
    const after = sortValuesAfter<[string, number], null>(cursor, [isTime, isNumberId], null);
    return after && { at: after[0], id: after[1] };
  }
  const after = sortValuesAfter<[number, string, number], null>(
    cursor,
    [isNumberId, isTime, isNumberId],
    null,
  );
  return after && { amount: after[0], at: after[1], id: after[2] };
}
