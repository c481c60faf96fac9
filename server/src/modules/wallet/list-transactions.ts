import type { Transaction } from '@almas/contract/wallet';
import {
  type CursorPage,
  countMatches,
  countUpTo,
  decodeCursorMoment,
  endOfTime,
  isNumberId,
  nextCursor,
} from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import {
  anyTransactions,
  type Before,
  type Filter,
  type Found,
  rareStatus,
  rareType,
  searchedTransactions,
} from './find-transactions.store.ts';
import { presentTransaction, type TransactionRow } from './transaction-record.ts';
import { searchedFor } from './transaction-search.ts';

export interface TransactionFilter {
  /** Name, email or company of the account, wording, player id, number of the transaction. */
  readonly search?: string | undefined;
  readonly type: 'all' | Transaction['type'];
  readonly status: 'all' | Transaction['status'];
  /** Days of Algiers, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface Matches {
  readonly rows: TransactionRow[];
  readonly count: number;
  readonly capped: boolean;
}

/** All transactions for administrators, newest first, with how many match (TXN-02..07). */
export async function listTransactions(
  db: Queryable,
  asked: TransactionFilter,
): Promise<CursorPage<Transaction>> {
  const { at, id } = decodeCursorMoment(asked.cursor, isNumberId, { at: endOfTime, id: 0 });
  const filter: Filter = [
    asked.from ?? null,
    asked.to ?? null,
    asked.type === 'all' ? null : asked.type,
    asked.status === 'all' ? null : asked.status,
  ];
  const search = await searchedFor(db, asked.search);
  const { rows, count, capped } = search
    ? await searched(db, filter, [at, id], asked.limit, [
        search.manyUsers ? [] : search.users,
        search.manyUsers,
        search.wordings,
        search.kinds,
        search.ids,
        search.pattern,
      ])
    : await unsearched(db, filter, [at, id], asked.limit);
  return {
    items: rows.slice(0, asked.limit).map(presentTransaction),
    nextCursor: nextCursor(rows, asked.limit, (row) => [row.createdAt, row.id]),
    count,
    capped,
  };
}

/** The index that serves a filter best: types and statuses that are rare among purchases have their own. */
const sourceOf = ([, , type, status]: Filter) => {
  if (type !== null && type !== 'purchase') return rareType;
  return status !== null && status !== 'completed' ? rareStatus : anyTransactions;
};

async function unsearched(db: Queryable, filter: Filter, before: Before, limit: number): Promise<Matches> {
  const source = sourceOf(filter);
  const rows = await source.page.all(db, ...filter, ...before, limit + 1);
  return { rows, ...countMatches(await source.count.one(db, ...filter)) };
}

async function searched(
  db: Queryable,
  filter: Filter,
  before: Before,
  limit: number,
  found: Found,
): Promise<Matches> {
  const rows = await searchedTransactions.page.all(db, ...filter, ...before, limit + 1, ...found);
  const { seen, count } = await searchedTransactions.count.one(db, ...filter, ...found);
  return { rows, count: Math.min(count, countUpTo), capped: seen > countUpTo };
}
