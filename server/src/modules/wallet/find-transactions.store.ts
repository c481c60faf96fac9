import { TransactionStatus, TransactionType } from '@almas/contract/wallet';
import { timeZone } from '@almas/locale';
import { countUpTo } from '../../database/page.ts';
import { statement } from '../../database/statement.ts';
import type { TransactionRow } from './transaction-record.ts';
import { longestPage, newestFirst, selectTransactions } from './transactions.store.ts';

/*
 * All transactions, newest first, under any mix of filters. Parameters $1 to $6 are the same everywhere: first and last
 * day in Algiers, type, status (null: any), and the moment before which the page begins.
 */
export type Filter = [from: string | null, to: string | null, type: string | null, status: string | null];
export type Before = [at: string, id: number];

const dayStart = (day: string): string => `((${day})::timestamp AT TIME ZONE '${timeZone}')`;
const inDays = `t.created_at >= coalesce(${dayStart('$1::date')}, '-infinity')
  AND t.created_at < coalesce(${dayStart('$2::date + 1')}, 'infinity')`;
const ofType = '($3::text IS NULL OR t.type = $3)';
const ofStatus = '($4::text IS NULL OR t.status = $4)';
const before = '(t.created_at, t.id) < ($5::timestamptz, $6::bigint)';
const top = `ORDER BY ${newestFirst} LIMIT ${longestPage}`;
const values = (texts: readonly string[]): string => texts.map((text) => `('${text}')`).join(', ');

/** One page and its count from the same source; `pick` is `before` and the order for the page, nothing for the count. */
const pair = (name: string, source: (pick: string, order: string) => string, countOrder = '') => ({
  page: statement<[...Filter, ...Before, limit: number], TransactionRow>(
    `wallet.transactions${name}`,
    selectTransactions(source(`AND ${before}`, top), '$7'),
  ),
  count: statement<Filter, { count: number }>(
    `wallet.count-transactions${name}`,
    `SELECT count(*) FROM (SELECT FROM (${source('', countOrder)}) f LIMIT ${countUpTo + 1}) matches`,
  ),
});

/** Any type, or purchases: the index by time finds them at once, because nearly every entry is one. */
export const anyTransactions = pair(
  '',
  (pick, order) =>
    `SELECT t.* FROM transactions t WHERE ${inDays} AND ${ofType} AND ${ofStatus} ${pick} ${order}`,
  // Without an order the table is read from its oldest row on, past whatever the filter does not let through.
  `ORDER BY ${newestFirst} LIMIT ${countUpTo + 1}`,
);

/** The statuses, or the one asked for; the types likewise: an index is only asked for what the filter lets through. */
const statuses = `(SELECT s.status FROM (VALUES ${values(TransactionStatus.options)}) s (status)
  WHERE $4::text IS NULL OR s.status = $4) s`;
const types = `(SELECT k.type FROM (VALUES ${values(TransactionType.options)}) k (type)
  WHERE $3::text IS NULL OR k.type = $3) k`;

/** A type that is rare among purchases ($3 is not null), in the index that holds no purchase, status by status. */
export const rareType = pair(
  '-rare-type',
  (pick, order) =>
    `SELECT t.* FROM ${statuses} CROSS JOIN LATERAL (
       SELECT t.* FROM transactions t
        WHERE t.type = $3 AND t.type <> 'purchase' AND t.status = s.status AND ${inDays} ${pick} ${order}
     ) t ${order}`,
);

/** A status that is rare ($4 is not null), in the index that holds nothing completed, type by type. */
export const rareStatus = pair(
  '-rare-status',
  (pick, order) =>
    `SELECT t.* FROM ${types} CROSS JOIN LATERAL (
       SELECT t.* FROM transactions t
        WHERE t.status = $4 AND t.status <> 'completed' AND t.type = k.type AND ${inDays} ${pick} ${order}
     ) t ${order}`,
);

export type Found = [
  users: readonly string[],
  manyUsers: boolean,
  wordings: readonly string[],
  kinds: readonly string[],
  ids: readonly number[],
  pattern: string,
];

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
    // A purchase is complete from its first moment (SPEC §4).
    `SELECT ${columns} FROM unnest($${n + 2}::text[]) w (wording) CROSS JOIN LATERAL (
       SELECT ${columns} FROM transactions t WHERE t.type = 'purchase' AND t.description = w.wording AND ${here}) t
      WHERE ($3::text IS NULL OR $3 = 'purchase') AND ($4::text IS NULL OR $4 = 'completed')`,
    `SELECT ${columns} FROM ${types} CROSS JOIN ${statuses} CROSS JOIN LATERAL (
       SELECT ${columns} FROM transactions t
        WHERE t.type = k.type AND t.type <> 'purchase' AND t.status = s.status
          AND search_fold(t.description) LIKE $${n + 5}::text AND ${here}) t
      WHERE k.type = ANY ($${n + 3}::text[])`,
    `SELECT ${columns} FROM transactions t WHERE t.id = ANY ($${n + 4}::bigint[]) AND ${ofType} AND ${ofStatus}
        AND ${inDays} ${pick}`,
    // OFFSET 0: entry by entry from the newest, looking at its account; not all entries of all accounts that match.
    `(SELECT ${columns} FROM transactions t CROSS JOIN LATERAL (
        SELECT FROM users u WHERE u.id = t.user_id AND u.search_text LIKE $${n + 5}::text OFFSET 0) u
       WHERE $${n + 1}::boolean AND ${ofType} AND ${ofStatus} AND ${here})`,
  ].join(`\n${union}\n`);
};

export const searchedTransactions = {
  page: statement<[...Filter, ...Before, limit: number, ...Found], TransactionRow>(
    'wallet.search-transactions',
    selectTransactions(
      `SELECT t.* FROM (
         SELECT f.id FROM (${found(8, `AND ${before}`, top, 'UNION')}) f
          ORDER BY f.created_at DESC, f.id DESC LIMIT $7
       ) f JOIN transactions t ON t.id = f.id`,
      '$7',
    ),
  ),
  /** `seen` is how many were looked at, some of them found twice. */
  count: statement<[...Filter, ...Found], { seen: number; count: number }>(
    'wallet.count-searched-transactions',
    `SELECT count(*) AS seen, count(DISTINCT f.id) AS count
       FROM (SELECT f.id FROM (${found(5, '', `LIMIT ${countUpTo + 1}`, 'UNION ALL')}) f LIMIT ${countUpTo + 1}) f`,
  ),
};
