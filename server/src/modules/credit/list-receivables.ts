import type { credit, Receivable } from '@almas/contract/credit';
import type { Output, Parsed } from '@almas/contract/route';
import { checkDayBegun } from '../../database/check-day-begun.ts';
import { isDay, isNumberId, isUuid, nextCursor, sortValuesAfter } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { likePattern } from '../../database/search.ts';
import { accountName, dayStart } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { NIL_UUID } from '../../ids.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { type AgeingRow, ageingOf, ageingOn, presentAgeing, today } from './credit.store.ts';

interface ReceivableRow extends AgeingRow, Omit<Receivable, 'limit' | 'debt' | 'overdue' | 'ageing'> {
  readonly limit: Centimes;
  readonly debt: Centimes;
  /** The city as it is sorted. */
  readonly cityKey: string;
}

/** SQL: what each account owed at the end of a day of Algiers, after its last entry until then, and what was open of it. */
const owedOn = (day: string) => `(
  SELECT o.user_id, o.debt, o.entry, (SELECT min(p.due_on) FROM open_advances(o.user_id, o.debt, NULL, 0, o.entry) p) AS due_on
    FROM (SELECT a.user_id, e.debt_after AS debt, e.id AS entry FROM receivables a CROSS JOIN LATERAL (
            SELECT id, debt_after FROM receivable_entries
             WHERE user_id = a.user_id AND created_at < ${dayStart(`${day} + 1`)} ORDER BY id DESC LIMIT 1) e
           WHERE e.debt_after > 0) o)`;

/** Now, or at the end of an earlier day: where the debts are read, and their ageing. */
const moments = {
  now: { day: today, owed: 'receivables', ageing: ageingOf },
  past: {
    day: ':as_of::date',
    owed: owedOn(':as_of::date'),
    ageing: ageingOn(':as_of::date', 'open_advances(r.user_id, r.debt, NULL, 0, r.entry)'),
  },
} as const;
type Moment = keyof typeof moments;

const dues = {
  all: () => 'true',
  today: (day: string) => `r.due_on <= ${day}`,
  late: (day: string) => `r.due_on < ${day}`,
} as const;
/** SQL per sorting: after which values a page begins, and its order. The accounts that owe are few among all. */
const sorts = {
  due: { after: '(r.due_on, r.user_id) > (:after::date, :id::uuid)', order: 'r.due_on, r.user_id' },
  debt: { after: '(-r.debt, r.user_id) > (:after::bigint, :id::uuid)', order: '-r.debt, r.user_id' },
  city: {
    after: '(search_fold(u.city), r.user_id) > (:after::text, :id::uuid)',
    order: 'search_fold(u.city), r.user_id',
  },
} as const;
type Sort = keyof typeof sorts;
type Due = keyof typeof dues;

interface PageParams {
  readonly search: string | null;
  readonly after: string | number;
  readonly id: string;
  readonly limit: number;
  readonly asOf?: string;
}
const listed = (sort: Sort, due: Due, moment: Moment) => {
  const { day, owed, ageing } = moments[moment];
  return statement<PageParams, ReceivableRow>(
    `credit.receivables-${sort}-${due}-${moment}`,
    `SELECT r.user_id AS "userId", ${accountName('r.user_id')} AS "userName", r.company, r.phone, r.address, r.city,
            search_fold(r.city) AS "cityKey", r.limit_amount AS "limit", r.suspended, r.debt,
            to_char(r.due_on, 'YYYY-MM-DD') AS "dueOn", a.days7, a.days15, a.days30, a.older, a.overdue
       FROM (SELECT r.*, u.company, u.phone, u.address, u.city, t.limit_amount, t.suspended
               FROM ${owed} r JOIN credit_terms t USING (user_id) JOIN users u ON u.id = r.user_id
              WHERE r.debt > 0 AND ${dues[due](day)} AND (:search::text IS NULL OR u.search_text LIKE :search) AND ${sorts[sort].after}
              ORDER BY ${sorts[sort].order} LIMIT :limit::int) r
      CROSS JOIN LATERAL ${ageing} a
      ORDER BY ${sorts[sort].order.replace('u.city', 'r.city')}`,
  );
};
const ofDue = (sort: Sort, due: Due) => ({ now: listed(sort, due, 'now'), past: listed(sort, due, 'past') });
const ofSort = (sort: Sort) => ({
  all: ofDue(sort, 'all'),
  today: ofDue(sort, 'today'),
  late: ofDue(sort, 'late'),
});
const lists = { due: ofSort('due'), debt: ofSort('debt'), city: ofSort('city') };

const totalsThen = statement<
  { asOf: string },
  { readonly accounts: number; readonly debt: Centimes; readonly overdue: Centimes }
>(
  'credit.receivables-totals',
  `SELECT count(*) AS accounts, coalesce(sum(r.debt), 0)::bigint AS debt, coalesce(sum(a.overdue), 0)::bigint AS overdue
     FROM ${moments.past.owed} r CROSS JOIN LATERAL ${moments.past.ageing} a`,
);

async function readTotals(db: Queryable, asOf: string) {
  const { accounts, debt, overdue } = await totalsThen.one(db, { asOf });
  return { accounts, debt: toDinars(debt), overdue: toDinars(overdue) };
}

const isText = (value: unknown) => typeof value === 'string' && !value.includes('\0');
const starts: Record<Sort, readonly [(value: unknown) => boolean, string | number]> = {
  due: [isDay, '-infinity'],
  debt: [isNumberId, -Number.MAX_SAFE_INTEGER],
  city: [isText, ''],
};
const keyOf: Record<Sort, (row: ReceivableRow) => string | number> = {
  due: ({ dueOn }) => dueOn,
  debt: ({ debt }) => -debt,
  city: ({ cityKey }) => cityKey,
};

/**
 * The accounts that owe, or owed at the end of a day, with the sums of that day: the first due, the largest, or by city, as an agent goes
 * round. Their limits are those of today. @throws AppError DAY_NOT_BEGUN
 */
export async function listReceivables(
  db: Queryable,
  { search, due, sort, asOf, limit, cursor }: Parsed<typeof credit.receivables>['query'],
): Promise<Output<typeof credit.receivables>> {
  if (asOf) await checkDayBegun(db, asOf);
  const [isValue, start] = starts[sort];
  const [after, id] = sortValuesAfter<[string | number, string]>(
    cursor,
    [isValue, isUuid],
    [start, NIL_UUID],
  );
  const rows = await lists[sort][due][asOf ? 'past' : 'now'].all(db, {
    ...(asOf && { asOf }),
    search: likePattern(search),
    after,
    id,
    limit: limit + 1,
  });
  return {
    items: rows
      .slice(0, limit)
      .map(({ limit: most, debt, overdue, days7, days15, days30, older, ...row }) => ({
        ...row,
        limit: toDinars(most),
        debt: toDinars(debt),
        overdue: toDinars(overdue),
        ageing: presentAgeing({ days7, days15, days30, older, overdue }),
      })),
    nextCursor: nextCursor(rows, limit, (row) => [keyOf[sort](row), row.userId]),
    ...(asOf && { totals: await readTotals(db, asOf) }),
  };
}

interface SummaryRow extends AgeingRow {
  readonly accounts: number;
  readonly debt: Centimes;
  readonly lateAccounts: number;
  readonly held: Centimes;
  readonly unconfirmed: Centimes;
}
const sum = (column: string) => `coalesce(sum(${column}), 0)::bigint`;
const summary = statement<[], SummaryRow>(
  'credit.summary',
  `SELECT count(*) AS accounts, ${sum('r.debt')} AS debt, count(*) FILTER (WHERE a.overdue > 0) AS "lateAccounts",
          ${sum('a.overdue')} AS overdue, ${sum('a.days7')} AS days7, ${sum('a.days15')} AS days15,
          ${sum('a.days30')} AS days30, ${sum('a.older')} AS older,
          (SELECT ${sum('held')} FROM collectors) AS held,
          (SELECT ${sum('amount')} FROM cash_remittances WHERE confirmed_at IS NULL AND withdrawn_at IS NULL) AS unconfirmed
     FROM receivables r CROSS JOIN LATERAL ${ageingOf} a WHERE r.debt > 0`,
);

/** What is owed in all, what is late, and what collectors hold. */
export async function summarize(db: Queryable): Promise<Output<typeof credit.summary>> {
  const row = await summary.one(db);
  return {
    accounts: row.accounts,
    debt: toDinars(row.debt),
    lateAccounts: row.lateAccounts,
    overdue: toDinars(row.overdue),
    ageing: presentAgeing(row),
    held: toDinars(row.held),
    unconfirmed: toDinars(row.unconfirmed),
  };
}
