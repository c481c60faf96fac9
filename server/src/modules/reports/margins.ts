import type { Margin, MarginFigures, marginGroups, reports } from '@almas/contract/reports';
import type { Output, Parsed } from '@almas/contract/route';
import { presentPage, sortValuesAfter } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { accountName, dayOf } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

export interface FiguresRow {
  readonly codes: number;
  readonly amount: Centimes;
  readonly cost: Centimes;
  readonly uncosted: number;
  readonly uncostedAmount: Centimes;
}
interface MarginRow extends FiguresRow {
  readonly key: string;
  readonly name: string | null;
}

/** SQL: the sums of the rows `s` of a report. */
export const figuresOf =
  (): string => `coalesce(sum(s.codes), 0)::bigint AS codes, coalesce(sum(s.amount), 0)::bigint AS amount,
  coalesce(sum(s.cost), 0)::bigint AS cost, coalesce(sum(s.uncosted), 0)::bigint AS uncosted,
  coalesce(sum(s.uncosted_amount), 0)::bigint AS "uncostedAmount"`;

export const presentFigures = ({
  codes,
  amount,
  cost,
  uncosted,
  uncostedAmount,
}: FiguresRow): MarginFigures => ({
  codes: codes - uncosted,
  amount: toDinars((amount - uncostedAmount) as Centimes),
  cost: toDinars(cost),
  margin: toDinars((amount - uncostedAmount - cost) as Centimes),
  unknownCodes: uncosted,
  unknownAmount: toDinars(uncostedAmount),
});

type Group = (typeof marginGroups)[number];

const inPeriod = 'day BETWEEN :from::date AND :to::date';
/** SQL per group: its rows of the period, what they are grouped by, and the name from the key, which is that as a text. */
const groups: Readonly<
  Record<Group, { readonly rows: string; readonly key: string; readonly name: string }>
> = {
  game: {
    // Summed before the join: a game has many rows, but few offers.
    rows: `(SELECT offer_id, ${figuresOf()} FROM sales_days s WHERE ${inPeriod} GROUP BY 1) s (offer_id, codes, amount, cost, uncosted, uncosted_amount)
           JOIN offers o ON o.id = s.offer_id JOIN products p ON p.id = o.product_id`,
    key: 'p.game',
    name: 'g.key',
  },
  offer: {
    rows: `sales_days s WHERE ${inPeriod}`,
    key: 's.offer_id',
    name: `(SELECT p.name || ' – ' || o.name FROM offers o JOIN products p ON p.id = o.product_id WHERE o.id = g.key::uuid)`,
  },
  reseller: {
    rows: `sales_resellers s WHERE ${inPeriod}`,
    key: 's.user_id',
    name: accountName('g.key::uuid'),
  },
  day: { rows: `sales_days s WHERE ${inPeriod}`, key: 's.day', name: 'g.key' },
};

/** A list is ordered by what was sold; the days by date, the latest first. */
const orderOf = (group: Group) => (group === 'day' ? '0::bigint' : 'g.amount');

const listed = (group: Group) => {
  const { rows, key, name } = groups[group];
  return statement<
    { from: string; to: string; amount: number; key: string; limit: number },
    MarginRow & { readonly order: number }
  >(
    `reports.margins-by-${group}`,
    `WITH g AS (SELECT of::text AS key, codes, amount, cost, uncosted, "uncostedAmount"
                  FROM (SELECT ${key} AS of, ${figuresOf()} FROM ${rows} GROUP BY 1) grouped)
     SELECT g.*, ${name} AS name, ${orderOf(group)} AS "order" FROM (
       SELECT * FROM g WHERE (${orderOf(group)}, g.key COLLATE "C") < (:amount::bigint, :key::text COLLATE "C")
        ORDER BY ${orderOf(group)} DESC, g.key COLLATE "C" DESC LIMIT :limit::int) g
      ORDER BY ${orderOf(group)} DESC, g.key COLLATE "C" DESC`,
  );
};
const lists = {
  game: listed('game'),
  offer: listed('offer'),
  reseller: listed('reseller'),
  day: listed('day'),
};

const totals = statement<[from: string, to: string], FiguresRow>(
  'reports.margin-totals',
  `SELECT ${figuresOf()} FROM sales_days s WHERE s.day BETWEEN $1::date AND $2::date`,
);

const freeFireSold = statement<[from: string, to: string], { readonly amount: Centimes }>(
  'reports.free-fire-sold',
  `SELECT coalesce(sum(debits - credits), 0)::bigint AS amount FROM ledger_days
    WHERE day BETWEEN $1::date AND $2::date AND source IN ('freefire_request', 'freefire_refund')`,
);

export interface Period {
  readonly from: string;
  readonly to: string;
}
const periodOf = statement<
  { from: string | null; to: string | null },
  Period & { readonly beforeFrom: string; readonly readAt: string }
>(
  'reports.period',
  `SELECT p.from::text AS from, p.to::text AS to, (p.from - (p.to - p.from) - 1)::text AS "beforeFrom",
          clock_timestamp()::timestamptz(3) AS "readAt"
     FROM (SELECT t.to, greatest(coalesce(:from::date, t.to - 29), t.to - 3660) AS from
             FROM (SELECT least(coalesce(:to::date, ${dayOf('clock_timestamp()')}), ${dayOf('clock_timestamp()')}) AS to) t) p`,
);

/** The days of a report: by default the last thirty, ten years at most; and as many before. */
export const readPeriod = (
  db: Queryable,
  { from, to }: { from?: string | undefined; to?: string | undefined },
) => periodOf.one(db, { from: from ?? null, to: to ?? null });

const presentMargin = (row: MarginRow): Margin => ({
  id: row.key,
  name: row.name ?? row.key,
  ...presentFigures(row),
});

/** The first groups of a period, those that sold most first. */
export async function firstMargins(
  db: Queryable,
  by: Group,
  { from, to }: Period,
  limit: number,
): Promise<Margin[]> {
  const rows = await lists[by].all(db, { from, to, amount: Number.MAX_SAFE_INTEGER, key: '', limit });
  return rows.map(presentMargin);
}

const isNumber = (value: unknown) => Number.isSafeInteger(value);
const isText = (value: unknown) => typeof value === 'string' && !value.includes('\0');
/** Sorts after every key. */
const lastKey = '\u{10ffff}';

/** What codes brought in a period, by game, offer, reseller or day. Figures are at most some minutes old. */
export async function listMargins(
  db: Queryable,
  { by, limit, cursor, ...days }: Parsed<typeof reports.margins>['query'],
): Promise<Output<typeof reports.margins>> {
  const period = await readPeriod(db, days);
  const [amount, key] = sortValuesAfter<[number, string]>(
    cursor,
    [isNumber, isText],
    [Number.MAX_SAFE_INTEGER, lastKey],
  );
  const rows = await lists[by].all(db, { from: period.from, to: period.to, amount, key, limit: limit + 1 });
  return {
    ...presentPage(rows, limit, presentMargin, (row) => [row.order, row.key]),
    totals: presentFigures(await totals.one(db, period.from, period.to)),
    freeFire: toDinars((await freeFireSold.one(db, period.from, period.to)).amount),
  };
}
