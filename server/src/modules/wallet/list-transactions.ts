import type { Transaction } from '@almas/contract/wallet';
import {
  type Count,
  type CursorPage,
  countUpTo,
  isNumberId,
  isTime,
  nextCursor,
  type SortOrder,
  sortValuesAfter,
} from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import {
  type AfterAmount,
  type AfterDate,
  type SearchParams,
  type TransactionsFilter,
  transactionCount,
  transactionPages,
} from './find-transactions.store.ts';
import { type OwnedTransactionRow, presentOwned } from './transaction-record.ts';
import { type SearchedFor, searchedFor } from './transaction-search.ts';

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
  readonly sort: 'date' | 'amount';
  readonly order: SortOrder;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page of all transactions with the number of matches, for administrators (TXN-02..07). */
export async function listTransactions(
  db: Queryable,
  query: TransactionQuery,
): Promise<CursorPage<Transaction>> {
  const { limit } = query;
  const filter = filterOf(query);
  const search = await searchedFor(db, query.search);
  const searchParams = search && searchParamsOf(search);
  const counted = searchParams ? await countFound(db, filter, searchParams) : await countAll(db, filter);
  const rows = searchParams
    ? await searchedPage(db, query, filter, searchParams, counted.capped)
    : await filteredPage(db, query, filter);
  return {
    items: rows.slice(0, limit).map(presentOwned),
    nextCursor: nextCursor(rows, limit, sortValuesOf(query.sort)),
    ...counted,
  };
}

const filterOf = ({ from, to, type, status }: TransactionFilter): TransactionsFilter => [
  from ?? null,
  to ?? null,
  typesOf(type),
  status === 'all' ? null : status,
];

/** The column shows `Free Fire` for both types (USR-21). */
function typesOf(type: TransactionFilter['type']): readonly string[] | null {
  if (type === 'all') return null;
  return type === 'freefire' ? ['freefire', 'freefire_request'] : [type];
}

/** The index for a filter: rare types and rare statuses have their own. */
function sourceOf([, , types, status]: TransactionsFilter): 'anyType' | 'rareType' | 'rareStatus' {
  if (types !== null && !types.includes('purchase')) return 'rareType';
  return status !== null && status !== 'completed' ? 'rareStatus' : 'anyType';
}

const sortValuesOf =
  (sort: TransactionQuery['sort']) =>
  (row: OwnedTransactionRow): readonly (string | number)[] =>
    sort === 'date' ? [row.createdAt, row.id] : [row.amount, row.createdAt, row.id];

const searchParamsOf = (search: SearchedFor): SearchParams => [
  search.manyUsers ? [] : search.users,
  search.manyUsers,
  search.wordings,
  search.kinds,
  search.ids,
  search.pattern,
  search.phone,
];

/** Reads one row more than the page has, which shows that there is a next page. */
function filteredPage(
  db: Queryable,
  { sort, order, cursor, limit }: TransactionQuery,
  filter: TransactionsFilter,
): Promise<OwnedTransactionRow[]> {
  const source = sourceOf(filter);
  return sort === 'date'
    ? transactionPages.date[order][source].all(db, ...filter, ...afterDate(order, cursor), limit + 1)
    : transactionPages.amount[order][source].all(db, ...filter, ...afterAmount(order, cursor), limit + 1);
}

/** @param isCapped there are more matches than are counted: by amount they are then scanned in order instead of sorted */
function searchedPage(
  db: Queryable,
  { sort, order, cursor, limit }: TransactionQuery,
  filter: TransactionsFilter,
  search: SearchParams,
  isCapped: boolean,
): Promise<OwnedTransactionRow[]> {
  if (sort === 'date') {
    const page = transactionPages.date[order].searched;
    return page.all(db, ...filter, ...afterDate(order, cursor), limit + 1, ...search);
  }
  const pages = transactionPages.amount[order];
  const page = isCapped ? pages.scanned : pages.searched;
  return page.all(db, ...filter, ...afterAmount(order, cursor), limit + 1, ...search);
}

/** The sort values of the cursor; without a cursor, values before every entry. */
const afterDate = (order: SortOrder, cursor: string | undefined): AfterDate =>
  sortValuesAfter(cursor, [isTime, isNumberId], order === 'desc' ? ['infinity', 0] : ['-infinity', 0]);
const afterAmount = (order: SortOrder, cursor: string | undefined): AfterAmount =>
  sortValuesAfter(
    cursor,
    [isNumberId, isTime, isNumberId],
    order === 'desc' ? [Number.MAX_SAFE_INTEGER, 'infinity', 0] : [-1, '-infinity', 0],
  );

async function countAll(db: Queryable, filter: TransactionsFilter): Promise<Count> {
  const { kept, recent } = await transactionCount[sourceOf(filter)].one(db, ...filter);
  return { count: kept + Math.min(recent, countUpTo), capped: recent > countUpTo };
}

/** Counts at most `countUpTo` matches of a search. */
async function countFound(db: Queryable, filter: TransactionsFilter, search: SearchParams): Promise<Count> {
  const { seen, count } = await transactionCount.searched.one(db, ...filter, ...search);
  return { count: Math.min(count, countUpTo), capped: seen > countUpTo };
}
