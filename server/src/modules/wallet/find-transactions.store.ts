import { ShownStatus } from '@almas/contract/wallet';
import { countUpTo } from '../../database/page.ts';
import { dayRange, valuesList } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { isMatchingUser } from '../accounts/matching-users.ts';
import { shownStatus } from './count-transactions.ts';
import type { OwnedTransactionRow } from './transaction-record.ts';
import { longestPage, selectInOrder } from './transactions.store.ts';

/*
 * All transactions, sorted by date or by amount, under any mix of filters. Parameters $1 to $4 are the same everywhere:
 * first and last day in Algiers, types, shown status (null: any).
 */
export type TransactionsFilter = [
  from: string | null,
  to: string | null,
  types: readonly string[] | null,
  status: string | null,
];
/** The filter without its status. */
export type TransactionsEstimate = [from: string | null, to: string | null, types: readonly string[] | null];
/** The sort values of the entry after which the page begins. */
export type AfterDate = [at: string, id: number];
export type AfterAmount = [amount: number | string, at: string, id: number];

/** How the entries follow one another; `after` are the sort values, one parameter each from $5 on. */
interface Sorting {
  readonly name: string;
  readonly columns: readonly string[];
  readonly types: readonly string[];
  readonly isAscending: boolean;
}

const inDays = dayRange('t.created_at', '$1', '$2');
const ofType = '($3::text[] IS NULL OR t.type = ANY ($3))';
const ofStatus = `($4::text IS NULL OR ${shownStatus} = $4)`;

/** The statuses, or the one asked for; the types likewise: an index is only asked for what the filter lets through. */
const statuses = `(SELECT s.status FROM (${valuesList(ShownStatus.options)}) s (status)
  WHERE $4::text IS NULL OR s.status = $4) s`;
const typesAmong = (types: readonly string[]): string => `(SELECT k.type FROM (${valuesList(types)}) k (type)
  WHERE $3::text[] IS NULL OR k.type = ANY ($3)) k`;
const freeFireTypes = ['freefire', 'freefire_request'];

/** `pick` and `end` speak of what the index holds; `also` of the whole transaction, under the alias that it is given. */
type Source = (pick: string, end: string, also?: (alias: string) => string) => string;
const all = (): string => 'true';

/** Any type, or purchases: the index by time finds them quickly, because nearly every entry is one. */
const anyType: Source = (pick, end) =>
  `SELECT t.* FROM transactions t WHERE ${inDays} AND ${ofType} AND ${ofStatus} ${pick} ${end}`;

/**
 * What an order needs of an entry. Rare entries are first found with this alone, which their index holds: read with all
 * columns, recharges would be looked for along the index by time, or all of them sorted, because the planner cannot know
 * how many there are of a status that is a parameter.
 */
const keys = { date: 't.id, t.created_at', amount: 't.id, t.created_at, t.amount' } as const;
type Order = keyof typeof keys;

/** Free Fire entries by what they show, from the table that keeps them. */
const freeFireKeys = (order: Order, pick: string, end: string, also?: (alias: string) => string): string =>
  `SELECT ${keys[order]} FROM ${typesAmong(freeFireTypes)} CROSS JOIN ${statuses} CROSS JOIN LATERAL (
     SELECT * FROM free_fire_entries t WHERE t.type = k.type AND t.status = s.status AND ${inDays} ${pick}
       ${also ? `AND EXISTS (SELECT FROM transactions d WHERE d.id = t.id AND ${also('d')})` : ''} ${end}
   ) t`;

/** Recharges. By date their type is a parameter: so the index by amount, which holds nothing else, is no choice for it. */
const rechargeKeys = (order: Order, pick: string, end: string, also?: (alias: string) => string): string =>
  `SELECT ${keys[order]} FROM ${typesAmong(['recharge'])} CROSS JOIN ${statuses} CROSS JOIN LATERAL (
     SELECT ${keys[order]} FROM transactions t
      WHERE ${order === 'date' ? 't.type = k.type' : `t.type = 'recharge'`} AND t.type <> 'purchase'
        AND t.status = s.status AND ${inDays} ${pick} ${also ? `AND ${also('t')}` : ''} ${end}
   ) t`;

const withEntries = (found: string): string =>
  `SELECT t.* FROM (${found}) e JOIN transactions t ON t.id = e.id`;

const both = (one: string, other: string, end: string, columns = 't.*'): string =>
  `SELECT ${columns} FROM ((${one}) UNION ALL (${other})) t ${end}`;

/** Types that are rare among purchases. */
const rareTypeKeys =
  (order: Order): Source =>
  (pick, end, also) =>
    both(rechargeKeys(order, pick, end, also), freeFireKeys(order, pick, end, also), end, keys[order]);
const rareType =
  (order: Order): Source =>
  (pick, end, also) =>
    withEntries(rareTypeKeys(order)(pick, end, also));

/** A status that is rare ($4 is not null), in the index that holds nothing completed, type by type. */
const rareStatus: Source = (pick, end) =>
  both(
    `SELECT t.* FROM ${typesAmong(['recharge', 'purchase'])} CROSS JOIN LATERAL (
       SELECT t.* FROM transactions t
        WHERE t.status = $4 AND t.status <> 'completed' AND t.type = k.type AND ${inDays} ${pick} ${end}
     ) t`,
    withEntries(`SELECT ${keys.date} FROM (${freeFireKeys('date', pick, end)}) t ${end}`),
    end,
  );

/** By amount: purchases, which are all completed, have an index of their own. */
const byAmount: Source = (pick, end, also = all) =>
  both(
    `SELECT t.* FROM transactions t WHERE t.type = 'purchase' AND ($3::text[] IS NULL OR 'purchase' = ANY ($3))
        AND ($4::text IS NULL OR $4 = 'completed') AND ${inDays} ${pick} AND ${also('t')} ${end}`,
    rareType('amount')(pick, end, also === all ? undefined : also),
    end,
  );

export type Found = [
  users: readonly string[],
  manyUsers: boolean,
  wordings: readonly string[],
  kinds: readonly string[],
  ids: readonly number[],
  pattern: string,
  phone: string | null,
];

/** Whether the account `u` is one that the search of a `Found` means. */
const isMeant = (n: number): string => isMatchingUser(`$${n + 5}`, `$${n + 6}`);

/**
 * Entries found by what the search text means, one branch per index; `$n` onwards are the lists of a `Found`. `end` is
 * the order and the bound of a branch: without a bound the planner would turn a branch into a join over everything.
 */
const found = (n: number, pick: string, end: string, union: string): string => {
  const columns = 't.id, t.created_at';
  const here = `${inDays} ${pick} ${end}`;
  return [
    `SELECT ${columns} FROM unnest($${n}::uuid[]) u (id) CROSS JOIN LATERAL (
       SELECT ${columns} FROM transactions t WHERE t.user_id = u.id AND ${ofType} AND ${ofStatus} AND ${here}) t`,
    // A purchase is complete from its first moment.
    `SELECT ${columns} FROM unnest($${n + 2}::text[]) w (wording) CROSS JOIN LATERAL (
       SELECT ${columns} FROM transactions t WHERE t.type = 'purchase' AND t.description = w.wording AND ${here}) t
      WHERE ($3::text[] IS NULL OR 'purchase' = ANY ($3)) AND ($4::text IS NULL OR $4 = 'completed')`,
    `SELECT ${columns} FROM ${typesAmong(['recharge'])} CROSS JOIN ${statuses} CROSS JOIN LATERAL (
       SELECT ${columns} FROM transactions t
        WHERE t.type = 'recharge' AND t.type <> 'purchase' AND t.status = s.status
          AND search_fold(t.description) LIKE $${n + 5}::text AND ${here}) t
      WHERE k.type = ANY ($${n + 3}::text[])`,
    `SELECT ${columns} FROM ${typesAmong(freeFireTypes)} CROSS JOIN ${statuses} CROSS JOIN LATERAL (
       SELECT ${columns} FROM free_fire_entries t CROSS JOIN LATERAL (
         SELECT FROM transactions d WHERE d.id = t.id AND search_fold(d.description) LIKE $${n + 5}::text OFFSET 0) d
        WHERE t.type = k.type AND t.status = s.status AND ${here}) t
      WHERE k.type = ANY ($${n + 3}::text[])`,
    `SELECT ${columns} FROM transactions t WHERE t.id = ANY ($${n + 4}::bigint[]) AND ${ofType} AND ${ofStatus}
        AND ${inDays} ${pick}`,
    // OFFSET 0: entry by entry in order, looking at its account; not all entries of all accounts that match.
    `(SELECT ${columns} FROM transactions t CROSS JOIN LATERAL (
        SELECT FROM users u WHERE u.id = t.user_id AND ${isMeant(n)} OFFSET 0) u
       WHERE $${n + 1}::boolean AND ${ofType} AND ${ofStatus} AND ${here})`,
  ].join(`\n${union}\n`);
};

/** The same as a condition on `t`, for a search that matches so much that any stretch of the entries holds some. */
const isFound =
  (n: number) =>
  (t: string): string =>
    `(${t}.user_id = ANY ($${n}::uuid[])
  OR (${t}.type = 'purchase' AND ${t}.description = ANY ($${n + 2}::text[]))
  OR (${t}.type = ANY ($${n + 3}::text[]) AND search_fold(${t}.description) LIKE $${n + 5}::text)
  OR ${t}.id = ANY ($${n + 4}::bigint[])
  OR ($${n + 1}::boolean AND EXISTS (SELECT FROM users u WHERE u.id = ${t}.user_id AND ${isMeant(n)})))`;

/** Every page in one order: without a search by the index that serves the filter best, with one by what it found. */
function pagesIn<After extends readonly unknown[]>(sorting: Sorting) {
  const { name, columns, types: casts, isAscending } = sorting;
  const direction = isAscending ? 'ASC' : 'DESC';
  const order = columns.map((column) => `${column} ${direction}`).join(', ');
  const end = `ORDER BY ${order} LIMIT ${longestPage}`;
  const after = casts.map((type, i) => `$${5 + i}::${type}`).join(', ');
  const pick = `AND (${columns.join(', ')}) ${isAscending ? '>' : '<'} (${after})`;
  const limit = 5 + columns.length;
  const foundAt = limit + 1;
  const page = (kind: string, source: string) =>
    statement<[...TransactionsFilter, ...After, limit: number], OwnedTransactionRow>(
      `wallet.transactions-${name}-${kind}`,
      selectInOrder(source, order, `$${limit}`),
    );
  const searched = (kind: string, source: string) =>
    statement<[...TransactionsFilter, ...After, limit: number, ...Found], OwnedTransactionRow>(
      `wallet.search-transactions-${name}-${kind}`,
      selectInOrder(source, order, `$${limit}`),
    );
  const isByDate = columns.length === 2;
  return {
    anyType: page('any', (isByDate ? anyType : byAmount)(pick, end)),
    rareType: page('rare-type', rareType(isByDate ? 'date' : 'amount')(pick, end)),
    rareStatus: page('rare-status', (isByDate ? rareStatus : byAmount)(pick, end)),
    /** Found in this order already, branch by branch; else (by amount) all that was found, `countUpTo` at most, sorted. */
    searched: searched(
      'found',
      isByDate
        ? `SELECT t.* FROM (
             SELECT t.id FROM (${found(foundAt, pick, end, 'UNION')}) t ORDER BY ${order} LIMIT $${limit}
           ) f JOIN transactions t ON t.id = f.id`
        : `SELECT t.* FROM (
             SELECT DISTINCT f.id FROM (${found(foundAt, '', `LIMIT ${countUpTo + 1}`, 'UNION ALL')}) f
           ) f JOIN transactions t ON t.id = f.id WHERE true ${pick} ${end}`,
    ),
    /** By amount, when more was found than is sorted: the entries are walked in their order. */
    walked: searched(
      'walked',
      isByDate ? anyType(`${pick} AND ${isFound(foundAt)('t')}`, end) : byAmount(pick, end, isFound(foundAt)),
    ),
  };
}

const date = { columns: ['t.created_at', 't.id'], types: ['timestamptz', 'bigint'] };
const amount = {
  columns: ['t.amount', 't.created_at', 't.id'],
  types: ['bigint', 'timestamptz', 'bigint'],
};
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

const newestFirst = `ORDER BY t.created_at DESC, t.id DESC LIMIT ${countUpTo + 1}`;
const countedTo = `coalesce((SELECT counted_to FROM transaction_counts_until), '-infinity')`;

/**
 * What the job has counted of the days asked for, and what came since; both are read in one snapshot, so that their sum
 * is exact. In order, although counting needs none: else the table is read from its oldest row on.
 */
const counted = (kind: string, source: (pick: string, end: string) => string) =>
  statement<TransactionsFilter, { kept: number; recent: number }>(
    `wallet.count-transactions-${kind}`,
    `SELECT (SELECT coalesce(sum(c.entries), 0)::bigint FROM transaction_counts c
              WHERE c.day >= coalesce($1::date, '-infinity') AND c.day <= coalesce($2::date, 'infinity')
                AND ($3::text[] IS NULL OR c.type = ANY ($3)) AND ($4::text IS NULL OR c.status = $4)) AS kept,
            (SELECT count(*) FROM (
               SELECT FROM (${source(`AND t.created_at >= ${countedTo}`, newestFirst)}) f LIMIT ${countUpTo + 1}
             ) matches) AS recent`,
  );

export const transactionCount = {
  anyType: counted('any', anyType),
  rareType: counted('rare-type', rareTypeKeys('date')),
  rareStatus: counted('rare-status', rareStatus),
  /** `seen` is how many were looked at, some of them found twice. */
  searched: statement<[...TransactionsFilter, ...Found], { seen: number; count: number }>(
    'wallet.count-searched-transactions',
    `SELECT count(*) AS seen, count(DISTINCT f.id) AS count
       FROM (SELECT f.id FROM (${found(5, '', `LIMIT ${countUpTo + 1}`, 'UNION ALL')}) f LIMIT ${countUpTo + 1}) f`,
  ),
};

/** Only ever planned (estimateRows). A status is left out: Free Fire keeps its own in another table. */
const inFilter = `${inDays} AND ${ofType}`;
export const transactionEstimate = {
  all: statement<TransactionsEstimate>(
    'wallet.estimate-transactions',
    `SELECT FROM transactions t WHERE ${inFilter}`,
  ),
  /**
   * Of few accounts, whose shares the statistics know, or of a share of them; purchases by their wordings; kinds by their
   * own. What two of these find counts twice.
   */
  searched: statement<
    [
      ...TransactionsEstimate,
      pattern: string,
      phone: string | null,
      wordings: readonly string[],
      kinds: readonly string[],
      users: readonly string[],
      manyUsers: boolean,
    ]
  >(
    'wallet.estimate-searched-transactions',
    `SELECT FROM transactions t WHERE NOT $9::boolean AND t.user_id = ANY ($8::uuid[]) AND ${inFilter}
     UNION ALL
     SELECT FROM transactions t JOIN users u ON u.id = t.user_id
      WHERE $9::boolean AND ${isMatchingUser('$4', '$5')} AND ${inFilter}
     UNION ALL
     SELECT FROM transactions t WHERE t.type = 'purchase' AND t.description = ANY ($6::text[]) AND ${inFilter}
     UNION ALL
     SELECT FROM transactions t WHERE t.type = ANY ($7::text[]) AND t.description ILIKE $4::text AND ${inFilter}`,
  ),
};
