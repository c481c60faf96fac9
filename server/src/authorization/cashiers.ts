import { dayOf } from '../database/sql-text.ts';
import type { Centimes } from '../money/amount.ts';

/* Cashiers: employees of a reseller, who act on the reseller's account with a session of their own. */

/** The cashier of a session. */
export interface Cashier {
  readonly id: string;
  readonly name: string;
  /** What may be sold in a day, and what was sold today. */
  readonly dailyCap: Centimes;
  readonly soldToday: Centimes;
  /** The number of the open drawer. */
  readonly till: number;
}

/** SQL: whether the switch `cashiers` is on. `forced`: a parameter, whether EXTENSIONS turns it on. */
export const cashiersOnSql = (forced: string): string =>
  `(${forced}::boolean OR EXISTS (SELECT FROM features WHERE name = 'cashiers' AND enabled))`;

/** SQL: the day in Algiers. */
export const todaySql = dayOf('clock_timestamp()');
/** SQL: what the cashier `t` has sold today. */
export const soldTodaySql = `CASE WHEN t.spent_on = ${todaySql} THEN t.spent ELSE 0 END`;
