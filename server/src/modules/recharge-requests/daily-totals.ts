import type { RechargeStatementLine } from '@almas/contract/recharge-requests';
import { stored } from '@almas/locale';
import { isTime, sortValuesAfter, writeCursor } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

type Amounts = 'amount' | 'approvedAmount' | 'pendingAmount' | 'refusedAmount';
type Line = Omit<RechargeStatementLine, Amounts | 'methodName'> & Readonly<Record<Amounts, Centimes>>;

/** Days per page. Bounds the rows that a page reads, through the index by status and time. */
const pageDays = 31;
const statuses = `(VALUES ('pending'), ('approved'), ('rejected'), ('cancelled')) s (status)`;

const latestBefore = statement<[before: string], { until: string | null; since: string | null }>(
  'recharge-requests.statement-days',
  `SELECT day_end AS until, day_end - interval '${pageDays} days' AS since FROM (
     SELECT (date_trunc('day', max(latest.created_at) AT TIME ZONE INTERVAL '+01:00') + interval '1 day')
              AT TIME ZONE INTERVAL '+01:00' AS day_end
       FROM ${statuses} CROSS JOIN LATERAL (
         SELECT created_at FROM recharge_requests r WHERE r.status = s.status AND r.created_at < $1::timestamptz
          ORDER BY r.created_at DESC LIMIT 1) latest) days`,
);
const linesBetween = statement<[since: string, until: string], Line>(
  'recharge-requests.statement',
  `SELECT to_char(r.created_at AT TIME ZONE INTERVAL '+01:00', 'YYYY-MM-DD') AS day, r.method,
     count(*) AS requests, sum(r.amount)::bigint AS amount,
     count(*) FILTER (WHERE r.status = 'approved') AS approved,
     coalesce(sum(r.amount) FILTER (WHERE r.status = 'approved'), 0)::bigint AS "approvedAmount",
     count(*) FILTER (WHERE r.status = 'pending') AS pending,
     coalesce(sum(r.amount) FILTER (WHERE r.status = 'pending'), 0)::bigint AS "pendingAmount",
     count(*) FILTER (WHERE r.status IN ('rejected', 'cancelled')) AS refused,
     coalesce(sum(r.amount) FILTER (WHERE r.status IN ('rejected', 'cancelled')), 0)::bigint AS "refusedAmount"
   FROM ${statuses} JOIN recharge_requests r ON r.status = s.status
    AND r.created_at >= $1::timestamptz AND r.created_at < $2::timestamptz
   GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
);

/** Totals of the requests by day (in Algiers) and method, latest day first; a page covers at most 31 days. */
export async function rechargeStatement(
  db: Queryable,
  cursor: string | undefined,
): Promise<{ items: RechargeStatementLine[]; nextCursor: string | null }> {
  const [before] = sortValuesAfter<[string]>(cursor, [isTime], ['infinity']);
  const { since, until } = await latestBefore.one(db, before);
  if (since === null || until === null) return { items: [], nextCursor: null };
  const lines = await linesBetween.all(db, since, until);
  const more = (await latestBefore.one(db, since)).since !== null;
  return { items: lines.map(present), nextCursor: more ? writeCursor([since]) : null };
}

const present = (line: Line): RechargeStatementLine => ({
  ...line,
  methodName: stored.rechargeRequest.methodNames[line.method],
  amount: toDinars(line.amount),
  approvedAmount: toDinars(line.approvedAmount),
  pendingAmount: toDinars(line.pendingAmount),
  refusedAmount: toDinars(line.refusedAmount),
});
