import type { Queryable } from '../database/pool.ts';
import { type Centimes, toDinars } from '../money/amount.ts';

/** Totals of a database, which an operator compares with those of the day before. */
export interface DatabaseContents {
  readonly accounts: number;
  readonly ledgerRows: number;
  /** Sum of all balances, in DA. */
  readonly balances: number;
}

/** Reads whole tables: for commands, not for API calls. */
export async function readContents(db: Queryable): Promise<DatabaseContents> {
  const { rows } = await db.query<{ accounts: number; ledgerRows: number }>({
    text: 'SELECT (SELECT count(*) FROM users) AS accounts, (SELECT count(*) FROM ledger) AS "ledgerRows"',
  });
  const { accounts = 0, ledgerRows = 0 } = rows[0] ?? {};
  return { accounts, ledgerRows, balances: await readBalances(db) };
}

/** Sum of all balances, in DA. */
export async function readBalances(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ balances: Centimes }>({
    text: 'SELECT coalesce(sum(balance), 0)::bigint AS balances FROM users',
  });
  return toDinars(rows[0]?.balances ?? (0 as Centimes));
}
