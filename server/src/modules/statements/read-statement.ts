import { algiersClock } from '@almas/contract/algiers';
import { personName } from '@almas/contract/person-name';
import type { Output, Parsed } from '@almas/contract/route';
import type { StatementEntry, StatementTotal, statements } from '@almas/contract/statements';
import { fail } from '../../app-error.ts';
import type { Caller, UserRecord } from '../../authorization/identity.ts';
import { mayAccess } from '../../authorization/rights.ts';
import { presentPage, sortValuesAfter } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { dayStart } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { findUser } from '../accounts/find-user.ts';
import { monthEntries, monthOf } from './month-entries.ts';

type Statement = Output<typeof statements.read>;

interface Bounds {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly hasBegun: boolean;
  readonly isClosed: boolean;
  /** The last entry of the months before, and the balance after it. */
  readonly after: number;
  readonly before: Centimes;
  readonly floor: string | null;
  /** The last entry that the month can have. */
  readonly until: number;
  readonly closed: Omit<MonthFigures, 'last' | 'firstBreak' | 'totals'> | null;
  readonly firstMonth: string | null;
  readonly readAt: string;
}

interface MonthFigures {
  readonly opening: Centimes;
  readonly closing: Centimes;
  readonly credits: Centimes;
  readonly debits: Centimes;
  readonly entries: number;
  /** The last entry that is counted. */
  readonly last: number;
  readonly firstBreak: number | null;
  readonly totals: readonly (Pick<StatementTotal, 'kind' | 'entries'> & {
    readonly credits: Centimes;
    readonly debits: Centimes;
  })[];
}

// A month without a row of its own, but with a closed one after it, has no entry.
const bounds = statement<{ userId: string; month: string }, Bounds>(
  'statements.bounds',
  `WITH m AS (SELECT :month::date AS month, (:month::date + interval '1 month')::date AS next)
   SELECT m.month::text AS "firstDay", (m.next - 1)::text AS "lastDay",
          ${dayStart('m.month')} <= clock_timestamp() AS "hasBegun",
          coalesce(o.month IS NOT NULL OR later.any
                   OR (u.month > m.month AND (u.after_user IS NULL OR u.after_user >= :user_id::uuid)), false) AS "isClosed",
          coalesce(p.last_entry_id, 0) AS after, coalesce(p.closing, 0) AS before,
          (p.month + interval '1 month')::date::text AS floor,
          coalesce(o.last_entry_id, CASE WHEN later.any THEN 0 ELSE ${Number.MAX_SAFE_INTEGER} END) AS until,
          CASE WHEN o.month IS NOT NULL THEN json_build_object('opening', o.opening, 'closing', o.closing, 'credits', o.credits,
                 'debits', o.debits, 'entries', o.entries) END AS closed,
          to_char((SELECT ${monthOf('l.created_at')} FROM ledger l WHERE l.user_id = :user_id::uuid ORDER BY l.id LIMIT 1),
                  'YYYY-MM') AS "firstMonth",
          clock_timestamp()::timestamptz(3) AS "readAt"
     FROM m
     LEFT JOIN LATERAL (SELECT * FROM ledger_months c WHERE c.user_id = :user_id::uuid AND c.month < m.month
                         ORDER BY c.month DESC LIMIT 1) p ON true
     LEFT JOIN ledger_months o ON o.user_id = :user_id::uuid AND o.month = m.month
     CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM ledger_months c WHERE c.user_id = :user_id::uuid
                                           AND c.month > m.month) AS any) later
     LEFT JOIN ledger_months_until u ON true`,
);

interface Range {
  readonly userId: string;
  readonly month: string;
  readonly after: number;
  readonly floor: string | null;
  readonly until: number;
}
const entries = `(SELECT * FROM (${monthEntries({ user: ':user_id::uuid', after: ':after::bigint', floor: ':floor::date' })}
    AND l.id <= :until::bigint) r WHERE r.month <= :month::date)`;

const figures = statement<Range & { before: Centimes }, MonthFigures>(
  'statements.figures',
  `WITH e AS MATERIALIZED ${entries},
   o AS (SELECT coalesce((SELECT balance_after FROM e WHERE month < :month::date ORDER BY id DESC LIMIT 1), :before::bigint) AS opening),
   m AS (SELECT e.*, lag(balance_after) OVER (ORDER BY id) AS previous FROM e WHERE month = :month::date)
   SELECT o.opening, coalesce((SELECT balance_after FROM m ORDER BY id DESC LIMIT 1), o.opening) AS closing,
          coalesce((SELECT sum(amount) FROM m WHERE type = 'credit'), 0)::bigint AS credits,
          coalesce((SELECT sum(amount) FROM m WHERE type = 'debit'), 0)::bigint AS debits,
          (SELECT count(*) FROM m) AS entries, coalesce((SELECT max(id) FROM m), 0) AS last,
          (SELECT id FROM m WHERE balance_before <> coalesce(previous, o.opening) ORDER BY id LIMIT 1) AS "firstBreak",
          coalesce((SELECT json_agg(t ORDER BY t.kind) FROM (
            SELECT kind, count(*) AS entries, coalesce(sum(amount) FILTER (WHERE type = 'credit'), 0) AS credits,
                   coalesce(sum(amount) FILTER (WHERE type = 'debit'), 0) AS debits
              FROM m GROUP BY kind) t), '[]') AS totals
     FROM o`,
);

interface EntryRow extends Omit<StatementEntry, 'id' | 'amount' | 'balanceAfter'> {
  readonly id: number;
  readonly amount: Centimes;
  readonly balanceAfter: Centimes;
}
const page = statement<Range & { beyond: number; limit: number }, EntryRow>(
  'statements.page',
  `SELECT id, created_at AS "createdAt", coalesce(kind, '') AS kind, type, description, amount, balance_after AS "balanceAfter"
     FROM ${entries} e WHERE month = :month::date AND id > :beyond::bigint ORDER BY id LIMIT :limit::int`,
);

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);

/** The account of a statement: the own one, any one for an administrator. @throws AppError FORBIDDEN, USER_NOT_FOUND */
export async function findStatementAccount(
  db: Queryable,
  caller: Caller,
  userId: string | undefined,
): Promise<UserRecord> {
  const id = userId || caller.wallet.id;
  if (!mayAccess(caller, id)) throw fail('FORBIDDEN');
  const user = await findUser(db, parseUuidOrNil(id));
  if (!user) throw fail('USER_NOT_FOUND');
  return user;
}

/** The month that runs. */
const thisMonth = (): string => algiersClock(Date.now()).toISOString().slice(0, 7);

type Query = Pick<Parsed<typeof statements.read>['query'], 'month' | 'limit' | 'cursor'>;

/** The statement of an account and a month, a page of its entries. @throws AppError MONTH_NOT_BEGUN */
export async function readStatement(
  db: Queryable,
  user: UserRecord,
  { month = thisMonth(), limit, cursor }: Query,
): Promise<Statement> {
  const firstDay = `${month}-01`;
  const [beyond] = sortValuesAfter<[number]>(cursor, [isNumber], [0]);
  const found = await bounds.one(db, { userId: user.id, month: firstDay });
  if (!found.hasBegun) throw fail('MONTH_NOT_BEGUN');
  const { after, floor, until, before, closed } = found;
  const range: Range = { userId: user.id, month: firstDay, after, floor, until };
  const { totals, firstBreak, last, ...sums } = await figures.one(db, { ...range, before });
  // No row of what was posted since: the figures do not count it.
  const rows = await page.all(db, { ...range, until: last, beyond, limit: limit + 1 });
  const { opening, closing, credits, debits } = sums;
  const isAsClosed =
    !closed || Object.entries(closed).every(([name, value]) => sums[name as keyof typeof sums] === value);
  return {
    month,
    mark: found.isClosed ? null : 'MONTH_OPEN',
    account: { id: user.id, name: personName(user), company: user.company, email: user.email },
    firstDay: found.firstDay,
    lastDay: found.lastDay,
    opening: toDinars(opening),
    closing: toDinars(closing),
    credits: toDinars(credits),
    debits: toDinars(debits),
    entries: sums.entries,
    totals: totals.map((total) => ({
      ...total,
      credits: toDinars(total.credits),
      debits: toDinars(total.debits),
    })),
    chain: {
      isWhole: firstBreak === null && isAsClosed && opening + credits - debits === closing,
      firstBreak: firstBreak === null ? null : String(firstBreak),
    },
    firstMonth: found.firstMonth,
    readAt: found.readAt,
    ...presentPage(rows, limit, presentEntry, ({ id }) => [id]),
  };
}

const presentEntry = (row: EntryRow): StatementEntry => ({
  ...row,
  id: String(row.id),
  amount: toDinars(row.amount),
  balanceAfter: toDinars(row.balanceAfter),
});
