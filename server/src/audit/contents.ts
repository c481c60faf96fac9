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

/** The sums of what accounts own and owe, the numbers of claims and of orders of programs, and what was paid to suppliers. */
export async function readTotals(
  db: Queryable,
): Promise<Pick<DatabaseContents, 'balances' | 'debts' | 'held' | 'claims' | 'apiOrders' | 'ordered'>> {
  const sum = async (column: string, table: string) => {
    const { rows } = await db.query<{ total: Centimes }>({
      text: `SELECT coalesce(sum(${column}), 0)::bigint AS total FROM ${table}`,
    });
    return toDinars(rows[0]?.total ?? (0 as Centimes));
  };
  const balances = await sum('balance', 'users');
  // A backup may be written before this version has migrated the database.
  const { rows } = await db.query<{ credit: boolean; claims: boolean; apiOrders: boolean; ordered: boolean }>(
    {
      text: `SELECT to_regclass('receivables') IS NOT NULL AS credit, to_regclass('claims') IS NOT NULL AS claims,
                  to_regclass('api_orders') IS NOT NULL AS "apiOrders", to_regclass('supplier_orders') IS NOT NULL AS ordered`,
    },
  );
  const has = rows[0] ?? { credit: false, claims: false, apiOrders: false, ordered: false };
  return {
    balances,
    debts: has.credit ? await sum('debt', 'receivables') : 0,
    held: has.credit ? await sum('held', 'collectors') : 0,
    claims: has.claims ? await countRows(db, 'claims') : 0,
    apiOrders: has.apiOrders ? await countRows(db, 'api_orders') : 0,
    ordered: has.ordered ? await sum('cost', 'supplier_orders') : 0,
  };
}

async function countRows(db: Queryable, table: 'claims' | 'api_orders'): Promise<number> {
  const { rows } = await db.query<{ count: number }>({ text: `SELECT count(*) FROM ${table}` });
  return rows[0]?.count ?? 0;
}
