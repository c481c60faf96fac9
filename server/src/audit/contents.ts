import type { Queryable } from '../database/pool.ts';
import { type Centimes, toDinars } from '../money/amount.ts';

/** Totals of a database, which an operator compares with those of the day before. */
export interface DatabaseContents {
  readonly accounts: number;
  readonly ledgerRows: number;
  /** Sum of all balances, in DA. */
  readonly balances: number;
  /** Sum of all debts, and of the cash that collectors hold, in DA. */
  readonly debts: number;
  readonly held: number;
  /** How many codes were claimed. */
  readonly claims: number;
  /** How many drawers cashiers have counted. */
  readonly tillCloses: number;
  /** How many orders programs have made. */
  readonly apiOrders: number;
  /** What orders to suppliers have cost, in DA. */
  readonly ordered: number;
}

/** Reads whole tables: for commands, not for API calls. */
export async function readContents(db: Queryable): Promise<DatabaseContents> {
  const { rows } = await db.query<{ accounts: number; ledgerRows: number }>({
    text: 'SELECT (SELECT count(*) FROM users) AS accounts, (SELECT count(*) FROM ledger) AS "ledgerRows"',
  });
  const { accounts = 0, ledgerRows = 0 } = rows[0] ?? {};
  return { accounts, ledgerRows, ...(await readTotals(db)) };
}

/** Everything but the numbers of accounts and of entries, which a backup counts as it writes them. */
export async function readTotals(db: Queryable): Promise<Omit<DatabaseContents, 'accounts' | 'ledgerRows'>> {
  const total = async (expression: string, table: string): Promise<number> => {
    // A backup may be written before this version has migrated the database.
    const { rows: known } = await db.query<{ isKnown: boolean }>({
      text: `SELECT to_regclass('${table}') IS NOT NULL AS "isKnown"`,
    });
    if (!known[0]?.isKnown) return 0;
    const { rows } = await db.query<{ total: number }>({
      text: `SELECT coalesce(${expression}, 0)::bigint AS total FROM ${table}`,
    });
    return rows[0]?.total ?? 0;
  };
  const sum = async (column: string, table: string) =>
    toDinars((await total(`sum(${column})`, table)) as Centimes);
  const count = (table: string) => total('count(*)', table);
  return {
    balances: await sum('balance', 'users'),
    debts: await sum('debt', 'receivables'),
    held: await sum('held', 'collectors'),
    claims: await count('claims'),
    tillCloses: await count('till_closes'),
    apiOrders: await count('api_orders'),
    ordered: await sum('cost', 'supplier_orders'),
  };
}
