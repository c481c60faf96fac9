import type { reports } from '@almas/contract/reports';
import type { Output } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { dayOf, dayStart } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { sumsByDay } from './add-up-ledger.ts';

interface DayRow {
  readonly today: string;
  readonly opening: Centimes;
  readonly codes: number;
  readonly lines: readonly {
    readonly source: string;
    readonly method: string;
    readonly entries: number;
    readonly credits: Centimes;
    readonly debits: Centimes;
  }[];
}

// The sums of the jobs, and what came after them: the figures of a day are of one moment.
const read = statement<[day: string], DayRow>(
  'reports.day',
  `WITH s AS MATERIALIZED (
     SELECT day, source, method, entries, credits, debits FROM ledger_days WHERE day <= $1::date
     UNION ALL
     SELECT * FROM (${sumsByDay('l.id > coalesce((SELECT ledger_id FROM ledger_days_until), 0)')}) n WHERE n.day <= $1::date
   )
   SELECT ${dayOf('clock_timestamp()')}::text AS today,
          coalesce((SELECT sum(credits - debits) FROM s WHERE day < $1::date), 0)::bigint AS opening,
          coalesce(CASE WHEN $1::date < (SELECT day FROM sales_days_until)
                        THEN (SELECT sum(codes) FROM sales_days WHERE day = $1::date)
                        ELSE (SELECT sum(quantity) FROM purchases
                               WHERE created_at >= ${dayStart('$1::date')} AND created_at < ${dayStart('$1::date + 1')}) END, 0)::bigint AS codes,
          coalesce((SELECT json_agg(l ORDER BY l.source, l.method) FROM (
            SELECT source, method, sum(entries) AS entries, sum(credits) AS credits, sum(debits) AS debits
              FROM s WHERE day = $1::date GROUP BY 1, 2) l), '[]') AS lines`,
);

const sum = (lines: DayRow['lines'], side: 'credits' | 'debits') =>
  lines.reduce((total, line) => total + line[side], 0);

/** A day of all balances: what they were when it began, what moved them, and what they were at its end. @throws AppError DAY_NOT_BEGUN */
export async function readDay(db: Queryable, day: string): Promise<Output<typeof reports.day>> {
  const { today, opening, codes, lines } = await read.one(db, day);
  if (day > today) throw fail('DAY_NOT_BEGUN');
  const [credits, debits] = [sum(lines, 'credits'), sum(lines, 'debits')];
  return {
    day,
    isOpen: day === today,
    opening: toDinars(opening),
    closing: toDinars((opening + credits - debits) as Centimes),
    credits: toDinars(credits as Centimes),
    debits: toDinars(debits as Centimes),
    codes,
    lines: lines.map((line) => ({
      ...line,
      method: line.method || null,
      credits: toDinars(line.credits),
      debits: toDinars(line.debits),
    })),
  };
}
