import { screens } from '@almas/contract/limits';
import type { reports } from '@almas/contract/reports';
import type { Output } from '@almas/contract/route';
import type { Queryable } from '../../database/pool.ts';
import { accountName, dayOf, dayStart } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { costOf } from '../codes/code-batches.ts';
import { listReceivables, summarize } from '../credit/list-receivables.ts';
import { listCover } from '../stock/cover.ts';
import { forecast, historyDays } from './forecast.ts';
import {
  type FiguresRow,
  figuresOf,
  firstMargins,
  type Period,
  presentFigures,
  readPeriod,
} from './margins.ts';

type Owner = Output<typeof reports.owner>;
const today = dayOf('clock_timestamp()');

const days = statement<[from: string, to: string], FiguresRow & { readonly day: string }>(
  'reports.owner-days',
  `SELECT d.day::date::text AS day, coalesce(codes, 0) AS codes, coalesce(amount, 0) AS amount, coalesce(cost, 0) AS cost,
          coalesce(uncosted, 0) AS uncosted, coalesce("uncostedAmount", 0) AS "uncostedAmount"
     FROM generate_series($1::date, $2::date, '1 day') d (day)
     LEFT JOIN (SELECT day, ${figuresOf()} FROM sales_days s WHERE day BETWEEN $1::date AND $2::date GROUP BY 1) s ON s.day = d.day::date
    ORDER BY d.day`,
);
const hours = statement<
  [from: string, to: string],
  { readonly weekday: number; readonly hour: number; readonly codes: number; readonly amount: Centimes }
>(
  'reports.owner-hours',
  `SELECT extract(isodow FROM day)::int AS weekday, hour::int AS hour, sum(codes)::bigint AS codes, sum(amount)::bigint AS amount
     FROM sales_hours WHERE day BETWEEN $1::date AND $2::date GROUP BY 1, 2 ORDER BY 1, 2`,
);
const claimed = statement<
  [from: string, to: string],
  {
    readonly codes: number;
    readonly credited: Centimes;
    readonly replaced: Centimes;
    readonly unknownCodes: number;
    readonly regained: Centimes;
  }
>(
  'reports.claims',
  `SELECT count(*) AS codes, coalesce(sum(l.amount), 0)::bigint AS credited, coalesce(sum(k.cost), 0)::bigint AS replaced,
          count(*) FILTER (WHERE a.status = 'replaced' AND k.cost IS NULL) AS "unknownCodes",
          (SELECT coalesce(sum(amount), 0)::bigint FROM supplier_settlements
            WHERE created_at >= ${dayStart('$1::date')} AND created_at < ${dayStart('$2::date + 1')}) AS regained
     FROM claims a LEFT JOIN ledger l ON l.id = a.ledger_id
     LEFT JOIN LATERAL (SELECT ${costOf('c')} AS cost FROM codes c WHERE c.id = a.replacement_code_id) k ON true
    WHERE a.status IN ('replaced', 'credited')
      AND a.decided_at >= ${dayStart('$1::date')} AND a.decided_at < ${dayStart('$2::date + 1')}`,
);
const debtsOf = statement<[userIds: readonly string[]], { readonly userId: string; readonly debt: Centimes }>(
  'reports.debts-of',
  'SELECT user_id AS "userId", debt FROM receivables WHERE user_id = ANY ($1::uuid[])',
);
// The newest request that was not refused, along the index of the account's requests.
const dormant = statement<
  [limit: number],
  {
    readonly count: number;
    readonly userId: string;
    readonly userName: string;
    readonly lastPurchase: string;
    readonly balance: Centimes;
  }
>(
  'reports.dormant',
  `SELECT d.count, d.id AS "userId", ${accountName('d.id')} AS "userName", d.last_purchase AS "lastPurchase", d.balance
     FROM (SELECT count(*) OVER () AS count, u.id, u.last_purchase, u.balance FROM users u
            WHERE u.role = 'reseller' AND u.status = 'active' AND u.last_purchase < clock_timestamp() - interval '7 days'
              AND u.last_purchase >= clock_timestamp() - interval '90 days'
              AND coalesce((SELECT f.created_at FROM free_fire_requests f WHERE f.user_id = u.id AND f.status <> 'refused'
                             ORDER BY f.id DESC LIMIT 1) < clock_timestamp() - interval '7 days', true)
            ORDER BY u.balance DESC, u.id LIMIT $1::int) d
    ORDER BY d.balance DESC, d.id`,
);
const missed = statement<{ from: string; to: string; limit: number }, Owner['short']['missed'][number]>(
  'reports.missed-sales',
  `SELECT m.offer_id AS "offerId", p.name AS "productName", o.name AS "offerName", m.sales
     FROM (SELECT offer_id, sum(count)::bigint AS sales FROM missed_sales WHERE day BETWEEN :from::date AND :to::date
            GROUP BY 1) m
     JOIN offers o ON o.id = m.offer_id JOIN products p ON p.id = o.product_id
    ORDER BY m.sales DESC, m.offer_id LIMIT :limit::int`,
);
const waiting = statement<
  [],
  { readonly count: number; readonly amount: Centimes; readonly oldest: string | null }
>(
  'reports.waiting-requests',
  `SELECT count(*) AS count, coalesce(sum(amount), 0)::bigint AS amount, min(created_at) AS oldest
     FROM recharge_requests WHERE status = 'pending'`,
);
const histories = statement<
  [days: number],
  {
    readonly offerId: string;
    readonly productName: string;
    readonly offerName: string;
    readonly price: Centimes;
    readonly stock: number;
    readonly age: number;
    readonly soldAgo: number[] | null;
    readonly sold: number[] | null;
    readonly emptyAgo: number[] | null;
  }
>(
  'reports.sales-histories',
  `WITH t AS MATERIALIZED (SELECT ${today} AS day),
   sold AS MATERIALIZED (
     SELECT s.offer_id, array_agg(t.day - s.day) AS ago, array_agg(s.codes::int) AS codes, max(t.day - s.day) AS oldest
       FROM sales_days s, t
      WHERE s.day BETWEEN t.day - $1::int AND t.day - 1 GROUP BY 1
   ), stocked AS MATERIALIZED (
     SELECT offer_id, sum(quantity)::bigint AS codes FROM offer_stock GROUP BY 1
   ), emptied AS MATERIALIZED (
     SELECT e.offer_id, array_agg(t.day - e.day) AS ago FROM days_without_stock e, t
      WHERE e.day BETWEEN t.day - $1::int AND t.day - 1 GROUP BY 1
   )
   -- As JSON, which the driver reads faster than arrays.
   SELECT o.id AS "offerId", p.name AS "productName", o.name AS "offerName", o.price,
          coalesce(q.codes, 0) AS stock,
          greatest(0, least($1::int, t.day - ${dayOf('o.created_at')}), s.oldest) AS age,
          to_json(s.ago) AS "soldAgo", to_json(s.codes) AS sold, e.ago AS "emptyAgo"
     FROM t CROSS JOIN offers o JOIN products p ON p.id = o.product_id
     LEFT JOIN sold s ON s.offer_id = o.id LEFT JOIN stocked q ON q.offer_id = o.id LEFT JOIN emptied e ON e.offer_id = o.id
    WHERE o.deleted_at IS NULL AND p.deleted_at IS NULL AND p.status = 'active'`,
);
const nextDays = statement<[], { readonly day: string }>(
  'reports.next-days',
  `SELECT (${today} + n)::text AS day FROM generate_series(0, 6) n ORDER BY 1`,
);

const tenths = (value: number) => Math.round(value * 10) / 10;

async function readForecast(db: Queryable): Promise<Owner['forecast']> {
  const offers = (await histories.all(db, historyDays)).map((offer) => {
    const sold = new Map((offer.soldAgo ?? []).map((ago, index) => [ago, offer.sold?.[index] ?? 0]));
    const said = forecast({ age: offer.age, sold, withoutStock: new Set(offer.emptyAgo ?? []) });
    return { ...offer, ...said, codes: said.days.reduce((sum, codes) => sum + codes, 0) };
  });
  const dates = await nextDays.all(db);
  const amountOf = (codes: number, price: Centimes) => toDinars(Math.round(codes * price) as Centimes);
  return {
    days: dates.map(({ day }, ahead) => ({
      day,
      codes: tenths(offers.reduce((sum, offer) => sum + (offer.days[ahead] ?? 0), 0)),
      amount: toDinars(
        Math.round(
          offers.reduce((sum, offer) => sum + (offer.days[ahead] ?? 0) * offer.price, 0),
        ) as Centimes,
      ),
    })),
    offers: offers
      .filter(({ codes }) => codes > 0)
      .sort((a, b) => b.codes * b.price - a.codes * a.price)
      .slice(0, screens.ownerRows)
      .map(({ offerId, productName, offerName, codes, price, stock, method }) => ({
        offerId,
        productName,
        offerName,
        codes: tenths(codes),
        amount: amountOf(codes, price),
        stock,
        method,
      })),
  };
}

async function readDebts(db: Queryable): Promise<Owner['late']['debts']> {
  const { overdue, lateAccounts } = await summarize(db);
  const { items } = await listReceivables(db, { due: 'late', sort: 'due', limit: screens.ownerRows });
  return {
    overdue,
    accounts: lateAccounts,
    items: items.map(({ userId, userName, overdue: late, debt, dueOn }) => ({
      userId,
      userName,
      overdue: late,
      debt,
      dueOn,
    })),
  };
}

async function readResellers(db: Queryable, period: Period, hasCredit: boolean): Promise<Owner['resellers']> {
  const items = await firstMargins(db, 'reseller', period, screens.ownerRows);
  if (!hasCredit) return items.map((item) => ({ ...item, debt: null }));
  const rows = await debtsOf.all(
    db,
    items.map(({ id }) => id),
  );
  const debts = new Map(rows.map(({ userId, debt }) => [userId, toDinars(debt)]));
  return items.map((item) => ({ ...item, debt: debts.get(item.id) ?? 0 }));
}

const noFigures: FiguresRow = {
  codes: 0,
  amount: 0 as Centimes,
  cost: 0 as Centimes,
  uncosted: 0,
  uncostedAmount: 0 as Centimes,
};
const sumOf = (rows: readonly FiguresRow[]): FiguresRow =>
  rows.reduce(
    (sum, row) => ({
      codes: sum.codes + row.codes,
      amount: (sum.amount + row.amount) as Centimes,
      cost: (sum.cost + row.cost) as Centimes,
      uncosted: sum.uncosted + row.uncosted,
      uncostedAmount: (sum.uncostedAmount + row.uncostedAmount) as Centimes,
    }),
    noFigures,
  );

interface OwnerQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The five questions of an owner: what did we earn, what sells when, who sells, what is short, who is late. */
export async function readOwnerView(db: Queryable, query: OwnerQuery, hasCredit: boolean): Promise<Owner> {
  const { readAt, beforeFrom, from, to } = await readPeriod(db, query);
  const period = { from, to };
  const [
    bothPeriods,
    refusedCodes,
    perHour,
    games,
    resellers,
    asleep,
    reorder,
    refused,
    requests,
    debts,
    ahead,
  ] = await Promise.all([
    days.all(db, beforeFrom, to),
    claimed.one(db, from, to),
    hours.all(db, from, to),
    firstMargins(db, 'game', period, screens.ownerRows),
    readResellers(db, period, hasCredit),
    dormant.all(db, screens.ownerRows),
    listCover(db, { reorder: 'only', limit: screens.ownerRows }),
    missed.all(db, { ...period, limit: screens.ownerRows }),
    waiting.one(db),
    hasCredit ? readDebts(db) : null,
    readForecast(db),
  ]);
  const perDay = bothPeriods.filter(({ day }) => day >= from);
  return {
    ...period,
    earned: {
      days: perDay.map(({ day, ...row }) => ({ day, ...presentFigures(row) })),
      totals: presentFigures(sumOf(perDay)),
      before: presentFigures(sumOf(bothPeriods.filter(({ day }) => day < from))),
      claims: {
        ...refusedCodes,
        credited: toDinars(refusedCodes.credited),
        replaced: toDinars(refusedCodes.replaced),
        regained: toDinars(refusedCodes.regained),
      },
    },
    hours: perHour.map((cell) => ({ ...cell, amount: toDinars(cell.amount) })),
    games,
    resellers,
    dormant: {
      count: asleep[0]?.count ?? 0,
      items: asleep.map(({ count: _, balance, ...account }) => ({ ...account, balance: toDinars(balance) })),
    },
    short: { reorder: reorder.items, missed: refused },
    late: { debts, requests: { ...requests, amount: toDinars(requests.amount) } },
    forecast: ahead,
    readAt,
  };
}
