import type { Transaction } from '@almas/contract/wallet';
import { estimateRows } from '../../database/estimate.ts';
import {
  type Count,
  type CursorPage,
  countUpTo,
  isNumberId,
  isTime,
  nextCursor,
  type SortOrder,
  sortValuesAfter,
  withEstimate,
} from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import {
  type AfterAmount,
  type AfterDate,
  type Found,
  type TransactionsFilter,
  transactionCount,
  transactionEstimate,
  transactionPages,
} from './find-transactions.store.ts';
import { type OwnedTransactionRow, presentOwned } from './transaction-record.ts';
import { type SearchedFor, searchedFor } from './transaction-search.ts';

export interface TransactionFilter {
  /** Name, email, company or phone of the account, wording, player id, number of the transaction. */
  readonly search?: string | undefined;
  readonly type: 'all' | Transaction['type'];
  /** As shown. */
  readonly status: 'all' | Transaction['status'] | 'refused';
  /** Days of Algiers, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface TransactionQuery extends TransactionFilter {
  readonly sort: 'date' | 'amount';
  readonly order: SortOrder;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface Matches extends Count {
  readonly rows: OwnedTransactionRow[];
}

/** All transactions for administrators, with how many match (TXN-02..07). */
export async function listTransactions(
  db: Queryable,
  asked: TransactionQuery,
): Promise<CursorPage<Transaction>> {
  const read = await readerOf(db, asked);
  const { rows, ...counted } = await read(asked.cursor, asked.limit + 1);
  return {
    items: rows.slice(0, asked.limit).map(presentOwned),
    nextCursor: nextCursor(rows, asked.limit, sortValuesOf(asked.sort)),
    ...counted,
  };
}

const filterOf = ({ from, to, type, status }: TransactionFilter): TransactionsFilter => [
  from ?? null,
  to ?? null,
  typesOf(type),
  status === 'all' ? null : status,
];

/** The column says `Free Fire` for both kinds of entries (USR-21). */
function typesOf(type: TransactionFilter['type']): readonly string[] | null {
  if (type === 'all') return null;
  return type === 'freefire' ? ['freefire', 'freefire_request'] : [type];
}

/** Which index serves a filter best: types and statuses that are rare among purchases have their own. */
function sourceOf([, , types, status]: TransactionsFilter): 'anyType' | 'rareType' | 'rareStatus' {
  if (types !== null && !types.includes('purchase')) return 'rareType';
  return status !== null && status !== 'completed' ? 'rareStatus' : 'anyType';
}

const sortValuesOf =
  (sort: TransactionQuery['sort']) =>
  (row: OwnedTransactionRow): readonly (string | number)[] =>
    sort === 'date' ? [row.createdAt, row.id] : [row.amount, row.createdAt, row.id];

type Reader = (cursor: string | undefined, rows: number) => Promise<Matches>;

async function readerOf(db: Queryable, asked: TransactionQuery): Promise<Reader> {
  const filter = filterOf(asked);
  const search = await searchedFor(db, asked.search);
  const found: Found | undefined = search
    ? [
        search.manyUsers ? [] : search.users,
        search.manyUsers,
        search.wordings,
        search.kinds,
        search.ids,
        search.pattern,
        search.phone,
      ]
    : undefined;
  return async (cursor, rows) => {
    const counted = found ? await countFound(db, filter, found) : await countAll(db, filter);
    return {
      rows: await page(db, asked, filter, cursor, rows, found, counted.capped),
      ...(await withEstimate(counted, cursor, () => estimate(db, filter, search))),
    };
  };
}

function page(
  db: Queryable,
  { sort, order }: TransactionQuery,
  filter: TransactionsFilter,
  cursor: string | undefined,
  rows: number,
  found: Found | undefined,
  isMuch: boolean,
): Promise<OwnedTransactionRow[]> {
  const far = order === 'desc';
  if (sort === 'date') {
    const start: AfterDate = far ? ['infinity', 0] : ['-infinity', 0];
    const after = sortValuesAfter<AfterDate>(cursor, [isTime, isNumberId], start);
    const pages = transactionPages.date[order];
    return found
      ? pages.searched.all(db, ...filter, ...after, rows, ...found)
      : pages[sourceOf(filter)].all(db, ...filter, ...after, rows);
  }
  const start: AfterAmount = [far ? Number.MAX_SAFE_INTEGER : -1, far ? 'infinity' : '-infinity', 0];
  const after = sortValuesAfter<AfterAmount>(cursor, [isNumberId, isTime, isNumberId], start);
  const pages = transactionPages.amount[order];
  if (!found) return pages[sourceOf(filter)].all(db, ...filter, ...after, rows);
  return (isMuch ? pages.walked : pages.searched).all(db, ...filter, ...after, rows, ...found);
}

async function countAll(db: Queryable, filter: TransactionsFilter): Promise<Count> {
  const { kept, recent } = await transactionCount[sourceOf(filter)].one(db, ...filter);
  return { count: kept + Math.min(recent, countUpTo), capped: recent > countUpTo };
}

/** What a search finds is counted up to a bound. */
async function countFound(db: Queryable, filter: TransactionsFilter, found: Found): Promise<Count> {
  const { seen, count } = await transactionCount.searched.one(db, ...filter, ...found);
  return { count: Math.min(count, countUpTo), capped: seen > countUpTo };
}

/** 0 under a status that is rare: what is expected of a filter and its search tells nothing about it. */
async function estimate(
  db: Queryable,
  [from, to, types, status]: TransactionsFilter,
  search: SearchedFor | null,
): Promise<number> {
  if (status !== null && status !== 'completed') return 0;
  if (!search) return estimateRows(db, transactionEstimate.all, from, to, types);
  const { pattern, phone, wordings, kinds, users, manyUsers } = search;
  const found = [pattern, phone, wordings, kinds, users, manyUsers] as const;
  return estimateRows(db, transactionEstimate.searched, from, to, types, ...found);
}
