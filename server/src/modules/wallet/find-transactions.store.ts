import { ShownStatus } from '@almas/contract/wallet';
import { countUpTo } from '../../database/page.ts';
import { dayRange, valuesList } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { isMatchingUser } from '../accounts/matching-users.ts';
import { shownStatus } from './count-transactions.ts';
import type { OwnedTransactionRow } from './transaction-record.ts';
import { longestPage, selectInOrder } from './transactions.store.ts';

/*
 * All transactions, sorted by date or by amount, under any combination of filters. $1 to $4 are the same in every statement: first and
 * last day in Algiers, types, shown status (null: any). The statement of a page continues with its cursor from $5 on, its limit, and the
 * parameters of the search.
 *
 * Nearly every transaction is a completed purchase. Each statement therefore exists once per index that finds the others:
 * `anyType` for purchases, `rareType` for recharges and Free Fire entries, `rareStatus` for what is not completed.
 */
export type TransactionsFilter = [
  from: string | null,
  to: string | null,
  types: readonly string[] | null,
  status: string | null,
];
/** The sort values of the last entry before the page. */
export type AfterDate = [at: string, id: number];
export type AfterAmount = [amount: number | string, at: string, id: number];

/** One sort order. `columns` are the sort columns, `types` their SQL types for the cursor. */
interface Sorting {
  readonly name: string;
  readonly order: Order;
  readonly columns: readonly string[];
  readonly types: readonly string[];
  readonly isAscending: boolean;
}

const inDays = dayRange('t.created_at', '$1', '$2');
const ofType = '($3::text[] IS NULL OR t.type = ANY ($3))';
const ofStatus = `($4::text IS NULL OR ${shownStatus} = $4)`;

/** The statuses and the types that the filter lets through: no index is scanned for others. */
const statuses = `(SELECT s.status FROM (${valuesList(ShownStatus.options)}) s (status)
  WHERE $4::text IS NULL OR s.status = $4) s`;
const typesAmong = (types: readonly string[]): string => `(SELECT k.type FROM (${valuesList(types)}) k (type)
  WHERE $3::text[] IS NULL OR k.type = ANY ($3)) k`;
const freeFireTypes = ['freefire', 'freefire_request'];

/** The part of the filtered entries that a query reads. */
interface Slice {
  /** `AND …` on columns of the index: after the cursor, or since the last count. */
  readonly where: string;
  /** `ORDER BY … LIMIT …`, or `LIMIT …` alone. */
  readonly orderAndLimit: string;
  /** The search as a condition on the transaction with this alias. */
  readonly matches?: (alias: string) => string;
}
/** Builds a query of the entries of a slice. */
type Source = (slice: Slice) => string;

/** For any type, or purchases: the index by time is quick, because nearly every entry is a purchase. */
const anyType: Source = ({ where, orderAndLimit, matches }) =>
  `SELECT t.* FROM transactions t WHERE ${inDays} AND ${ofType} AND ${ofStatus} ${where}${matches ? ` AND ${matches('t')}` : ''} ${orderAndLimit}`;

/**
 * The columns that an order needs. Rare entries are first found with these only, which their index contains. With all columns, the
 * planner would search recharges along the index by time or sort all of them, because it does not know how many have a status that is a
 * parameter.
 */
const keys = { date: 't.id, t.created_at', amount: 't.id, t.created_at, t.amount' } as const;
type Order = keyof typeof keys;

/** The keys of Free Fire entries by shown status, from the table that stores it. */
const freeFireKeys = (order: Order, { where, orderAndLimit, matches }: Slice): string =>
  `SELECT ${keys[order]} FROM ${typesAmong(freeFireTypes)} CROSS JOIN ${statuses} CROSS JOIN LATERAL (
     SELECT * FROM free_fire_entries t WHERE t.type = k.type AND t.status = s.status AND ${inDays} ${where}
       ${matches ? `AND EXISTS (SELECT FROM transactions d WHERE d.id = t.id AND ${matches('d')})` : ''} ${orderAndLimit}
   ) t`;

/** The keys of recharges. By date the type is not a constant, so that the planner cannot choose the index by amount, which holds recharges only. */
const rechargeKeys = (order: Order, { where, orderAndLimit, matches }: Slice): string =>
  `SELECT ${keys[order]} FROM ${typesAmong(['recharge'])} CROSS JOIN ${statuses} CROSS JOIN LATERAL (
     SELECT ${keys[order]} FROM transactions t
      WHERE ${order === 'date' ? 't.type = k.type' : `t.type = 'recharge'`} AND t.type <> 'purchase'
        AND t.status = s.status AND ${inDays} ${where} ${matches ? `AND ${matches('t')}` : ''} ${orderAndLimit}
   ) t`;

const wholeEntries = (keysQuery: string): string =>
  `SELECT t.* FROM (${keysQuery}) e JOIN transactions t ON t.id = e.id`;

const unionAll = (one: string, other: string, orderAndLimit: string, columns = 't.*'): string =>
  `SELECT ${columns} FROM ((${one}) UNION ALL (${other})) t ${orderAndLimit}`;

/** For types that are rare: recharges and Free Fire. */
const rareTypeKeys = (order: Order, slice: Slice): string =>
  unionAll(rechargeKeys(order, slice), freeFireKeys(order, slice), slice.orderAndLimit, keys[order]);
const rareType = (order: Order, slice: Slice): string => wholeEntries(rareTypeKeys(order, slice));

/** For a rare status ($4 is not null): one branch per type, in the index without completed entries. */
const rareStatus: Source = (slice) =>
  unionAll(
    `SELECT t.* FROM ${typesAmong(['recharge', 'purchase'])} CROSS JOIN LATERAL (
       SELECT t.* FROM transactions t
        WHERE t.status = $4 AND t.status <> 'completed' AND t.type = k.type AND ${inDays} ${slice.where} ${slice.orderAndLimit}
     ) t`,
    wholeEntries(`SELECT ${keys.date} FROM (${freeFireKeys('date', slice)}) t ${slice.orderAndLimit}`),
    slice.orderAndLimit,
  );

/** By amount: purchases, which are all completed, have their own index. */
const byAmount: Source = (slice) =>
  unionAll(
    `SELECT t.* FROM transactions t WHERE t.type = 'purchase' AND ($3::text[] IS NULL OR 'purchase' = ANY ($3))
        AND ($4::text IS NULL OR $4 = 'completed') AND ${inDays} ${slice.where} AND ${slice.matches?.('t') ?? 'true'} ${slice.orderAndLimit}`,
    rareType('amount', slice),
    slice.orderAndLimit,
  );

/** A resolved search (transaction-search.ts) as the parameters of a statement. */
export type SearchParams = [
  users: readonly string[],
  manyUsers: boolean,
  wordings: readonly string[],
  kinds: readonly string[],
  ids: readonly number[],
  pattern: string,
  phone: string | null,
];

/** The placeholders of `SearchParams`, from `$first` on. */
const searchPlaceholders = (first: number) => ({
  users: `$${first}::uuid[]`,
  manyUsers: `$${first + 1}::boolean`,
  wordings: `$${first + 2}::text[]`,
  kinds: `$${first + 3}::text[]`,
  ids: `$${first + 4}::bigint[]`,
  pattern: `$${first + 5}::text`,
  /** The condition that the account `u` matches the search. */
  matchesUser: isMatchingUser(`$${first + 5}`, `$${first + 6}`),
});

/**
 * The keys of the entries that match a search, one branch per index. `first` is the number of the search's first parameter. Each branch
 * has the order and the limit of the slice: without a limit the planner would join all entries.
 */
const searchedKeys = (
  first: number,
  { where, orderAndLimit }: Slice,
  union: 'UNION' | 'UNION ALL',
): string => {
  const search = searchPlaceholders(first);
  const columns = keys.date;
  const inSlice = `${inDays} ${where} ${orderAndLimit}`;
  return [
    `SELECT ${columns} FROM unnest(${search.users}) u (id) CROSS JOIN LATERAL (
       SELECT ${columns} FROM transactions t WHERE t.user_id = u.id AND ${ofType} AND ${ofStatus} AND ${inSlice}) t`,
    // Purchases are always completed.
    `SELECT ${columns} FROM unnest(${search.wordings}) w (wording) CROSS JOIN LATERAL (
       SELECT ${columns} FROM transactions t WHERE t.type = 'purchase' AND t.description = w.wording AND ${inSlice}) t
      WHERE ($3::text[] IS NULL OR 'purchase' = ANY ($3)) AND ($4::text IS NULL OR $4 = 'completed')`,
    `SELECT ${columns} FROM ${typesAmong(['recharge'])} CROSS JOIN ${statuses} CROSS JOIN LATERAL (
       SELECT ${columns} FROM transactions t
        WHERE t.type = 'recharge' AND t.type <> 'purchase' AND t.status = s.status
          AND search_fold(t.description) LIKE ${search.pattern} AND ${inSlice}) t
      WHERE k.type = ANY (${search.kinds})`,
    `SELECT ${columns} FROM ${typesAmong(freeFireTypes)} CROSS JOIN ${statuses} CROSS JOIN LATERAL (
       SELECT ${columns} FROM free_fire_entries t CROSS JOIN LATERAL (
         SELECT FROM transactions d WHERE d.id = t.id AND search_fold(d.description) LIKE ${search.pattern} OFFSET 0) d
        WHERE t.type = k.type AND t.status = s.status AND ${inSlice}) t
      WHERE k.type = ANY (${search.kinds})`,
    `SELECT ${columns} FROM transactions t WHERE t.id = ANY (${search.ids}) AND ${ofType} AND ${ofStatus}
        AND ${inDays} ${where}`,
    // OFFSET 0 makes the planner read the entries in order and check the account of each, instead of reading all entries of all
    // matching accounts.
    `(SELECT ${columns} FROM transactions t CROSS JOIN LATERAL (
        SELECT FROM users u WHERE u.id = t.user_id AND ${search.matchesUser} OFFSET 0) u
       WHERE ${search.manyUsers} AND ${ofType} AND ${ofStatus} AND ${inSlice})`,
  ].join(`\n${union}\n`);
};

/** The same search as a condition, for a search with so many matches that reading the entries in order finds a page soon. */
const matchesSearch =
  (first: number) =>
  (alias: string): string => {
    const search = searchPlaceholders(first);
    return `(${alias}.user_id = ANY (${search.users})
  OR (${alias}.type = 'purchase' AND ${alias}.description = ANY (${search.wordings}))
  OR (${alias}.type = ANY (${search.kinds}) AND search_fold(${alias}.description) LIKE ${search.pattern})
  OR ${alias}.id = ANY (${search.ids})
  OR (${search.manyUsers} AND EXISTS (SELECT FROM users u WHERE u.id = ${alias}.user_id AND ${search.matchesUser})))`;
  };

/** One row more than is counted: it shows that there are more. */
const countLimit = `LIMIT ${countUpTo + 1}`;

/** The statements of the pages in one order: without a search one per index, with a search by what it was resolved to. */
function pagesIn<After extends readonly unknown[]>(sorting: Sorting) {
  const { name, columns, types: casts, isAscending } = sorting;
  const direction = isAscending ? 'ASC' : 'DESC';
  const order = columns.map((column) => `${column} ${direction}`).join(', ');
  const cursor = casts.map((type, i) => `$${5 + i}::${type}`).join(', ');
  const slice: Slice = {
    where: `AND (${columns.join(', ')}) ${isAscending ? '>' : '<'} (${cursor})`,
    orderAndLimit: `ORDER BY ${order} LIMIT ${longestPage}`,
  };
  const limit = 5 + columns.length;
  const firstOfSearch = limit + 1;
  const page = (kind: string, source: string) =>
    statement<[...TransactionsFilter, ...After, limit: number], OwnedTransactionRow>(
      `wallet.transactions-${name}-${kind}`,
      selectInOrder(source, order, `$${limit}`),
    );
  const searched = (kind: string, source: string) =>
    statement<[...TransactionsFilter, ...After, limit: number, ...SearchParams], OwnedTransactionRow>(
      `wallet.search-transactions-${name}-${kind}`,
      selectInOrder(source, order, `$${limit}`),
    );
  const isByDate = sorting.order === 'date';
  return {
    anyType: page('any', (isByDate ? anyType : byAmount)(slice)),
    rareType: page('rare-type', rareType(sorting.order, slice)),
    rareStatus: page('rare-status', (isByDate ? rareStatus : byAmount)(slice)),
    /** By date each branch already has this order; by amount all matches, at most `countUpTo`, are sorted. */
    searched: searched(
      'found',
      isByDate
        ? `SELECT t.* FROM (
             SELECT t.id FROM (${searchedKeys(firstOfSearch, slice, 'UNION')}) t ORDER BY ${order} LIMIT $${limit}
           ) f JOIN transactions t ON t.id = f.id`
        : `SELECT t.* FROM (
             SELECT DISTINCT f.id FROM (${searchedKeys(firstOfSearch, { where: '', orderAndLimit: countLimit }, 'UNION ALL')}) f
           ) f JOIN transactions t ON t.id = f.id WHERE true ${slice.where} ${slice.orderAndLimit}`,
    ),
    /** By amount, when there are too many matches to sort: reads the entries in order and returns those that match. */
    scanned: searched(
      'scanned',
      (isByDate ? anyType : byAmount)({ ...slice, matches: matchesSearch(firstOfSearch) }),
    ),
  };
}

const date = { order: 'date', columns: ['t.created_at', 't.id'], types: ['timestamptz', 'bigint'] } as const;
const amount = {
  order: 'amount',
  columns: ['t.amount', 't.created_at', 't.id'],
  types: ['bigint', 'timestamptz', 'bigint'],
} as const;
export const transactionPages = {
  date: {
    desc: pagesIn<AfterDate>({ name: 'newest', ...date, isAscending: false }),
    asc: pagesIn<AfterDate>({ name: 'oldest', ...date, isAscending: true }),
  },
  amount: {
    desc: pagesIn<AfterAmount>({ name: 'largest', ...amount, isAscending: false }),
    asc: pagesIn<AfterAmount>({ name: 'smallest', ...amount, isAscending: true }),
  },
};

const newestFirst = `ORDER BY t.created_at DESC, t.id DESC ${countLimit}`;
const countedTo = `coalesce((SELECT counted_to FROM transaction_counts_until), '-infinity')`;

/**
 * `kept`: what the job has counted for the days of the filter; `recent`: the entries since. One snapshot, so that the sum is exact. The
 * recent ones have an order, because without it the planner reads the table from its oldest row on.
 */
const counted = (kind: string, source: Source) =>
  statement<TransactionsFilter, { kept: number; recent: number }>(
    `wallet.count-transactions-${kind}`,
    `SELECT (SELECT coalesce(sum(c.entries), 0)::bigint FROM transaction_counts c
              WHERE c.day >= coalesce($1::date, '-infinity') AND c.day <= coalesce($2::date, 'infinity')
                AND ($3::text[] IS NULL OR c.type = ANY ($3)) AND ($4::text IS NULL OR c.status = $4)) AS kept,
            (SELECT count(*) FROM (
               SELECT FROM (${source({ where: `AND t.created_at >= ${countedTo}`, orderAndLimit: newestFirst })}) f ${countLimit}
             ) matches) AS recent`,
  );

export const transactionCount = {
  anyType: counted('any', anyType),
  rareType: counted('rare-type', (slice) => rareTypeKeys('date', slice)),
  rareStatus: counted('rare-status', rareStatus),
  /** `seen` counts an entry once per branch that finds it. */
  searched: statement<[...TransactionsFilter, ...SearchParams], { seen: number; count: number }>(
    'wallet.count-searched-transactions',
    `SELECT count(*) AS seen, count(DISTINCT f.id) AS count
       FROM (SELECT f.id FROM (${searchedKeys(5, { where: '', orderAndLimit: countLimit }, 'UNION ALL')}) f ${countLimit}) f`,
  ),
};
