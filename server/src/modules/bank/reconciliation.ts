import type { bank, PaidRequest, ReconciliationDay } from '@almas/contract/bank';
import { limits } from '@almas/contract/limits';
import type { Output, Parsed } from '@almas/contract/route';
import { stored } from '@almas/locale';
import { fail } from '../../app-error.ts';
import { pageByNumber } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { dayOf, dayRange } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { isOrphan, presentRequest } from './bank-lines.store.ts';
import { keptAmount } from './kept-amount.ts';

type Period = Pick<Parsed<typeof bank.reconciliation>['query'], 'from' | 'to'>;

/** So many days between two statements without a line are days on which nothing happened; more of them are a statement that is missing. */
const quietDays = 3;

/** An account without a statement for so many days is not used any more: money that came in on days since then came in elsewhere. */
const closedAfterDays = 62;

/**
 * SQL: the methods whose money is seen, each with the days of which the statements of all accounts in use tell: on other days it may have
 * come unseen. A method without an account counts once a line has paid a request of it: BaridiMob arrives on the CCP account.
 */
const seen = `
  accounts AS MATERIALIZED (
    SELECT id, method, range_agg(daterange(lower(part), upper(part) - ${quietDays})) AS days,
           datemultirange(daterange(min(lower(part)), max(upper(part)) + ${closedAfterDays - quietDays})) AS used
      FROM (SELECT a.id, a.method, unnest(range_agg(daterange(s.first_day, s.last_day + 1 + ${quietDays}))) AS part
              FROM bank_accounts a JOIN bank_statements s ON s.account_id = a.id AND s.first_day IS NOT NULL GROUP BY a.id) p
     GROUP BY id, method),
  methods AS MATERIALIZED (
    SELECT method, range_agg(days) - range_agg(used - days) AS days FROM (
      SELECT method, days, used FROM accounts
      UNION
      SELECT r.method, a.days, a.used
        FROM bank_lines l JOIN accounts a ON a.id = l.account_id JOIN recharge_requests r ON r.id = l.matched_request) m
     GROUP BY method)`;
const kept = keptAmount('r');
const createdDay = dayOf('r.created_at');
const inPeriod = dayRange('r.created_at', ':from', ':to');

type Amounts = 'approvedAmount' | 'receivedAmount' | 'explainedAmount';
type DayRow = Omit<ReconciliationDay, Amounts | 'gap' | 'methodName'> & Readonly<Record<Amounts, Centimes>>;
const days = statement<Period, DayRow>(
  'bank.reconciliation-days',
  `WITH ${seen}, entries AS (
     SELECT ${createdDay} AS day, r.method, k.kept AS approved, NULL::bigint AS received, NULL::bigint AS explained
       FROM recharge_requests r JOIN methods m USING (method) CROSS JOIN LATERAL (SELECT ${kept} AS kept) k
      WHERE r.status = 'approved' AND ${inPeriod} AND m.days @> ${createdDay} AND k.kept > 0
     UNION ALL
     SELECT l.day, coalesce(r.method, a.method), NULL, l.amount, CASE WHEN l.explanation IS NOT NULL THEN l.amount END
       FROM bank_lines l JOIN bank_accounts a ON a.id = l.account_id LEFT JOIN recharge_requests r ON r.id = l.matched_request
       JOIN methods m ON m.method = coalesce(r.method, a.method) AND m.days @> l.day
      WHERE l.day BETWEEN :from::date AND :to::date)
   SELECT to_char(day, 'YYYY-MM-DD') AS day, method, count(approved) AS approved,
          coalesce(sum(approved), 0)::bigint AS "approvedAmount", count(received) AS received,
          coalesce(sum(received), 0)::bigint AS "receivedAmount", coalesce(sum(explained), 0)::bigint AS "explainedAmount"
     FROM entries GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
);

/**
 * SQL: a request that was approved more than 48 hours ago and not taken back, on a day whose statement and the next day's are there, without
 * a line.
 */
const isWithoutMoney = `${kept} > 0 AND r.status = 'approved' AND r.processed_at < clock_timestamp() - interval '48 hours' AND ${inPeriod}
  AND m.days @> daterange(${createdDay}, ${createdDay} + 1, '[]')
  AND NOT EXISTS (SELECT FROM bank_lines l WHERE l.matched_request = r.id)`;

interface Sum {
  readonly count: number;
  readonly amount: Centimes;
}
const sumWithoutMoney = statement<Period, Sum>(
  'bank.sum-without-money',
  `WITH ${seen} SELECT count(*) AS count, coalesce(sum(${kept}), 0)::bigint AS amount
     FROM recharge_requests r JOIN methods m USING (method) WHERE ${isWithoutMoney}`,
);
const sumWithoutRequest = statement<Period, Sum>(
  'bank.sum-without-request',
  `SELECT count(*) AS count, coalesce(sum(l.amount), 0)::bigint AS amount FROM bank_lines l
    WHERE l.day BETWEEN :from::date AND :to::date AND ${isOrphan('l')}`,
);
interface PaidRow extends Omit<PaidRequest, 'amount' | 'id'> {
  readonly id: number;
  readonly amount: Centimes;
}
const listWithoutMoney = statement<Period & { before: number; limit: number }, PaidRow>(
  'bank.without-money',
  `WITH ${seen} SELECT r.id, r.user_name AS "userName", ${kept} AS amount, r.status, r.created_at AS "createdAt", r.reference
     FROM recharge_requests r JOIN methods m USING (method)
    WHERE ${isWithoutMoney} AND r.id < :before::bigint ORDER BY r.id DESC LIMIT :limit::int`,
);

/** @throws AppError INVALID_INPUT for a reversed period, BANK_PERIOD_TOO_LONG */
export function checkPeriod({ from, to }: Period): void {
  if (to < from) throw fail('INVALID_INPUT');
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 >= limits.reconciliationDays)
    throw fail('BANK_PERIOD_TOO_LONG');
}

const presentSum = ({ count, amount }: Sum) => ({ count, amount: toDinars(amount) });

/** What was approved, less what corrections took back, against what came in, by day of Algiers and method. @throws AppError as checkPeriod */
export async function reconcile(db: Queryable, period: Period): Promise<Output<typeof bank.reconciliation>> {
  checkPeriod(period);
  const { from, to } = period;
  const rows = await days.all(db, { from, to });
  return {
    days: rows.map(({ approvedAmount, receivedAmount, explainedAmount, ...row }) => ({
      ...row,
      methodName: stored.rechargeRequest.methodNames[row.method],
      approvedAmount: toDinars(approvedAmount),
      receivedAmount: toDinars(receivedAmount),
      explainedAmount: toDinars(explainedAmount),
      gap: toDinars((receivedAmount - explainedAmount - approvedAmount) as Centimes),
    })),
    withoutMoney: presentSum(await sumWithoutMoney.one(db, { from, to })),
    withoutRequest: presentSum(await sumWithoutRequest.one(db, { from, to })),
  };
}

/** Approved requests whose money did not come, each with what is missing, the newest first. @throws AppError as checkPeriod */
export async function requestsWithoutMoney(
  db: Queryable,
  { from, to, limit, cursor }: Parsed<typeof bank.withoutMoney>['query'],
): Promise<Output<typeof bank.withoutMoney>> {
  checkPeriod({ from, to });
  return pageByNumber(
    { limit, cursor },
    (before, rows) => listWithoutMoney.all(db, { from, to, before, limit: rows }),
    presentRequest,
  );
}
