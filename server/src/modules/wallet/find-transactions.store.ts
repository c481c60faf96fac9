import { ShownStatus, type Transaction } from '@almas/contract/wallet';
import type { z } from 'zod';
import { countUpTo, type SortOrder } from '../../database/page.ts';
import { conditions, dayStart, textArray } from '../../database/sql-text.ts';
import { isMatchingUser } from '../accounts/matching-users.ts';
import { displayStatus } from './count-transactions.ts';
import { ownerColumns, ownerJoin, transactionColumns, transactionJoins } from './transaction-record.ts';
import type { SearchedFor } from './transaction-search.ts';
import { longestPage } from './transactions.store.ts';

/*
 * SQL of the list of all transactions, composed for the filter of a call. Types and statuses are constants of the contract; days, cursor
 * and search are parameters.
 *
 * Nearly every transaction is a completed purchase. A query therefore has one branch per index that holds entries of the filter, each
 * with the order and the limit of the whole.
 */
type Type = Transaction['type'];
export interface TransactionsFilter {
  /** null: any. */
  readonly types: readonly Type[] | null;
  /** Days of Algiers, both included; null: no bound. */
  readonly from: string | null;
  readonly to: string | null;
  /** The shown status; null: any. */
  readonly status: z.output<typeof ShownStatus> | null;
  readonly search: SearchedFor | null;
}
export type TransactionSort = 'date' | 'amount';

/** The part of the entries that a query reads, and in which order. */
interface Slice {
  readonly sort: TransactionSort;
  readonly where: string;
  /** `ORDER BY … LIMIT …`, or `LIMIT …` alone. */
  readonly orderAndLimit: string;
}
/** A condition on the transaction with this alias. */
type Condition = (alias: string) => string;

/** The columns of each order, which its indexes contain: with others, the planner would sort all entries of a type. */
const sortColumns = { date: ['created_at', 'id'], amount: ['amount', 'created_at', 'id'] } as const;
const cursors = {
  date: ':at::timestamptz, :id::bigint',
  amount: ':amount::bigint, :at::timestamptz, :id::bigint',
};
const keysOf = (sort: TransactionSort): string => sortColumns[sort].map((column) => `t.${column}`).join(', ');

// Without bounds there is no condition: the planner expects that one lets few entries through.
const ofDays = ({ from, to }: TransactionsFilter): string =>
  conditions(
    from !== null && `t.created_at >= ${dayStart(':from::date')}`,
    to !== null && `t.created_at < ${dayStart(':to::date + 1')}`,
  );
const ofTypes = ({ types }: TransactionsFilter): string =>
  types ? `t.type = ANY (${textArray(types)})` : 'true';
const ofFilter = (filter: TransactionsFilter): string =>
  `${ofTypes(filter)} AND ${filter.status ? `${displayStatus} = '${filter.status}'` : 'true'}`;
/** Purchases are always completed. */
const hasPurchases = ({ types, status }: TransactionsFilter): boolean =>
  (!types || types.includes('purchase')) && (!status || status === 'completed');

/** One branch per index. Without a filter one index has everything by date. Free Fire entries have an own table with the status they show. */
function branches(filter: TransactionsFilter, slice: Slice, matches?: Condition): string[] {
  const { sort, where, orderAndLimit } = slice;
  const { types, status } = filter;
  const keys = keysOf(sort);
  const inSlice = `${ofDays(filter)} AND ${where} ${orderAndLimit}`;
  if (sort === 'date' && !types && !status) return [`SELECT ${keys} FROM transactions t WHERE ${inSlice}`];
  // Arrays, whose elements the planner does not look at: by date a constant type would let it choose an index by account or amount.
  const rare = (among: readonly Type[], entries: string): string[] => {
    const kinds = among.filter((type) => !types || types.includes(type));
    if (kinds.length === 0) return [];
    return [
      `SELECT ${keys} FROM unnest(${textArray(kinds)}) k (type)
        CROSS JOIN unnest(${textArray(status ? [status] : ShownStatus.options)}) s (status) CROSS JOIN LATERAL (
         SELECT ${keys} FROM ${entries} AND t.status = s.status AND ${inSlice}) t`,
    ];
  };
  return [
    `SELECT ${keys} FROM transactions t WHERE ${hasPurchases(filter)} AND t.type = 'purchase' AND ${matches?.('t') ?? 'true'} AND ${inSlice}`,
    ...rare(
      ['recharge'],
      `transactions t WHERE t.type = ${sort === 'date' ? 'k.type' : `'recharge'`} AND t.type <> 'purchase' AND ${matches?.('t') ?? 'true'}`,
    ),
    // OFFSET 0 makes the planner read the entries in order and check the transaction of each.
    ...rare(
      ['freefire', 'freefire_request'],
      `free_fire_entries t ${matches ? `CROSS JOIN LATERAL (SELECT FROM transactions d WHERE d.id = t.id AND ${matches('d')} OFFSET 0) d` : ''}
        WHERE t.type = k.type`,
    ),
  ];
}

const isLike: Condition = (alias) => `search_fold(${alias}.description) LIKE :pattern::text`;
const isOfFoundUser = isMatchingUser(':pattern', ':phone');

/** The entries that a search finds by its accounts, wordings, kinds and ids, each with its own index. */
function foundBranches(filter: TransactionsFilter, search: SearchedFor, slice: Slice): string[] {
  const { sort, where, orderAndLimit } = slice;
  const keys = keysOf(sort);
  const inSlice = `${ofDays(filter)} AND ${where} ${orderAndLimit}`;
  const kinds = search.kinds.filter((type) => !filter.types || filter.types.includes(type));
  return [
    search.manyUsers
      ? // Reads the entries in order, instead of all entries of all these accounts.
        `SELECT ${keys} FROM transactions t CROSS JOIN LATERAL (
           SELECT FROM users u WHERE u.id = t.user_id AND ${isOfFoundUser} OFFSET 0) u WHERE ${ofFilter(filter)} AND ${inSlice}`
      : `SELECT ${keys} FROM unnest(:users::uuid[]) u (id) CROSS JOIN LATERAL (
           SELECT ${keys} FROM transactions t WHERE t.user_id = u.id AND ${ofFilter(filter)} AND ${inSlice}) t`,
    `SELECT ${keys} FROM unnest(:wordings::text[]) w (wording) CROSS JOIN LATERAL (
       SELECT ${keys} FROM transactions t
        WHERE ${hasPurchases(filter)} AND t.type = 'purchase' AND t.description = w.wording AND ${inSlice}) t`,
    ...(kinds.length > 0 ? branches({ ...filter, types: kinds }, slice, isLike) : []),
    `SELECT ${keys} FROM transactions t WHERE t.id = ANY (:ids::bigint[]) AND ${ofFilter(filter)} AND ${ofDays(filter)} AND ${where}`,
  ];
}

/** The same search as a condition: with so many matches, reading the entries in order finds a page soon. */
const matchesSearch =
  ({ kinds, manyUsers }: SearchedFor): Condition =>
  (t) =>
    `(${[
      manyUsers
        ? `EXISTS (SELECT FROM users u WHERE u.id = ${t}.user_id AND ${isOfFoundUser})`
        : `${t}.user_id = ANY (:users::uuid[])`,
      `(${t}.type = 'purchase' AND ${t}.description = ANY (:wordings::text[]))`,
      ...kinds.map((kind) => `(${t}.type = '${kind}' AND ${isLike(t)})`),
      `${t}.id = ANY (:ids::bigint[])`,
    ].join(' OR ')})`;

/** One row more than is counted: it shows that there are more. */
const countLimit = `LIMIT ${countUpTo + 1}`;
const unionAll = (queries: readonly string[]) => `(${queries.join(') UNION ALL (')})`;

interface Page {
  readonly sort: TransactionSort;
  readonly order: SortOrder;
  /** It starts after `:at`, `:id` and, by amount, `:amount`. */
  readonly hasCursor: boolean;
  /** More entries match the search than are counted: by amount they are then read in order instead of sorted. */
  readonly isCapped: boolean;
}

/** A page, of at most `:limit` entries. */
export function transactionsPage(
  filter: TransactionsFilter,
  { sort, order, hasCursor, isCapped }: Page,
): string {
  const { search } = filter;
  const columns = sortColumns[sort];
  const ordered = (alias: string) =>
    `ORDER BY ${columns.map((column) => `${alias}.${column} ${order}`).join(', ')}`;
  const where = hasCursor ? `(${keysOf(sort)}) ${order === 'asc' ? '>' : '<'} (${cursors[sort]})` : 'true';
  const slice: Slice = { sort, where, orderAndLimit: `${ordered('t')} LIMIT ${longestPage}` };
  const whole: Slice = { sort, where: 'true', orderAndLimit: countLimit };
  return `SELECT ${transactionColumns}, ${ownerColumns}
    FROM (SELECT * FROM (${found()}) t ${slice.orderAndLimit}) f
    JOIN transactions t ON t.id = f.id ${transactionJoins} ${ownerJoin}
   ${ordered('f')} LIMIT :limit`;

  function found(): string {
    if (!search) return unionAll(branches(filter, slice));
    if (sort === 'amount' && isCapped) return unionAll(branches(filter, slice, matchesSearch(search)));
    // Several branches may find one entry.
    const all = foundBranches(filter, search, sort === 'date' ? slice : whole);
    return `SELECT DISTINCT * FROM (${unionAll(all)}) t WHERE ${where}`;
  }
}

const countedTo = `coalesce((SELECT counted_to FROM transaction_counts_until), '-infinity')`;

/**
 * `kept`: what the job has counted for the days of the filter; `recent`: the entries since. One snapshot, so that the sum is exact. The
 * recent ones have an order, because without it the planner reads the table from its oldest row on.
 */
export function transactionsCount(filter: TransactionsFilter): string {
  const recent = branches(filter, {
    sort: 'date',
    where: `t.created_at >= ${countedTo}`,
    orderAndLimit: `ORDER BY t.created_at DESC, t.id DESC ${countLimit}`,
  });
  const { from, to, status } = filter;
  const kept = conditions(
    from !== null && 't.day >= :from::date',
    to !== null && 't.day <= :to::date',
    ofTypes(filter),
    status !== null && `t.status = '${status}'`,
  );
  return `SELECT (SELECT coalesce(sum(t.entries), 0)::bigint FROM transaction_counts t WHERE ${kept}) AS kept,
            (SELECT count(*) FROM (SELECT FROM (${unionAll(recent)}) t ${countLimit}) t) AS recent`;
}

/** `seen` counts an entry once per branch that finds it. */
export const searchedCount = (filter: TransactionsFilter, search: SearchedFor): string =>
  `SELECT count(*) AS seen, count(DISTINCT t.id) AS count
     FROM (SELECT t.id FROM (${unionAll(foundBranches(filter, search, { sort: 'date', where: 'true', orderAndLimit: countLimit }))}) t ${countLimit}) t`;
