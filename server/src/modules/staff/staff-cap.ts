import { type AppError, fail } from '../../app-error.ts';
import { type Cashier, soldTodaySql, todaySql } from '../../authorization/cashiers.ts';
import type { Queryable } from '../../database/pool.ts';
import { dayOf } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

const left = statement<[id: string], { available: Centimes }>(
  'staff.left-today',
  `SELECT greatest(t.daily_cap - ${soldTodaySql}, 0)::bigint AS available FROM staff t WHERE t.id = $1 AND t.status = 'active'`,
);
const count = statement<[id: string, amount: number], { till: number }>(
  'staff.count-sale',
  `UPDATE staff t SET spent = ${soldTodaySql} + $2::bigint, spent_on = ${todaySql}
    WHERE t.id = $1 AND t.status = 'active' AND ${soldTodaySql} + $2 <= t.daily_cap
   RETURNING t.till`,
);
const giveBack = statement<[id: string, amount: number, soldAt: string]>(
  'staff.give-back',
  `UPDATE staff t SET spent = CASE WHEN t.spent_on = ${todaySql} AND ${dayOf('$3::timestamptz')} = ${todaySql}
     THEN greatest(t.spent - $2::bigint, 0) ELSE t.spent END
    WHERE t.id = $1`,
);

/** Why the cap of a cashier refuses a sale of this amount; undefined when it does not. */
export async function capRefusal(
  db: Queryable,
  cashier: Cashier | null,
  amount: Centimes,
): Promise<AppError | undefined> {
  if (!cashier) return undefined;
  const row = await left.first(db, cashier.id);
  if (!row) return fail('UNAUTHENTICATED');
  return amount > row.available ? fail('STAFF_CAP', { available: toDinars(row.available) }) : undefined;
}

/** Counts a sale of a transaction against the cap of the cashier. @returns the open till. @throws AppError STAFF_CAP, UNAUTHENTICATED */
export async function countStaffSale(tx: Queryable, cashier: Cashier, amount: Centimes): Promise<number> {
  const counted = await count.first(tx, cashier.id, amount);
  if (!counted) throw (await capRefusal(tx, cashier, amount)) ?? fail('CONFLICT');
  return counted.till;
}

/**
 * What a cashier has sold is refused: on the day of the sale it no longer counts against the cap. Locks the cashier until the transaction
 * ends, which has locked the account before: a drawer that is counted meanwhile is closed before or after the refusal.
 */
export async function giveBackToCap(
  tx: Queryable,
  staffId: string,
  amount: Centimes,
  soldAt: string,
): Promise<void> {
  await giveBack.run(tx, staffId, amount, soldAt);
}
