import type { StaffMember } from '@almas/contract/staff';
import { fail } from '../../app-error.ts';
import { soldTodaySql } from '../../authorization/cashiers.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

interface StaffRow {
  readonly id: string;
  readonly name: string;
  readonly dailyCap: Centimes;
  readonly soldToday: Centimes;
  readonly isActive: boolean;
  readonly till: number;
  readonly createdAt: string;
}
const columns = `t.id, t.name, t.daily_cap AS "dailyCap", (${soldTodaySql})::bigint AS "soldToday",
  t.status = 'active' AS "isActive", t.till, t.created_at AS "createdAt"`;

/** What is changed of a cashier; null: nothing. */
interface StaffChange {
  readonly id: string;
  readonly name: string | null;
  readonly pinHash: string | null;
  readonly dailyCap: number | null;
  readonly status: 'active' | 'inactive' | null;
}

const lockOwner = statement<[ownerId: string]>(
  'staff.lock-owner',
  'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE',
);

/**
 * The lock under which a reseller's cashiers, devices and their sessions are changed: a sale locks the account too, so that the locks on
 * cashiers and sessions are never taken in two orders at once.
 */
export async function lockStaffOf(tx: DbTransaction, ownerId: string): Promise<void> {
  if ((await lockOwner.run(tx, ownerId)) === 0) throw fail('UNAUTHENTICATED');
}

export const staffStore = {
  /** Those who sell, by name, then the others. */
  ofOwner: statement<[ownerId: string], StaffRow>(
    'staff.of-owner',
    `SELECT ${columns} FROM staff t WHERE t.owner_id = $1 ORDER BY t.status, lower(t.name), t.id LIMIT 300`,
  ),
  byId: statement<[id: string, ownerId: string], StaffRow>(
    'staff.by-id',
    `SELECT ${columns} FROM staff t WHERE t.id = $1 AND t.owner_id = $2`,
  ),
  insert: statement<{ ownerId: string; name: string; pinHash: string; dailyCap: number }, StaffRow>(
    'staff.insert',
    `INSERT INTO staff AS t (owner_id, name, pin_hash, daily_cap) VALUES (:owner_id, :name, :pin_hash, :daily_cap)
     RETURNING ${columns}`,
  ),
  update: statement<StaffChange, StaffRow>(
    'staff.update',
    // A new PIN ends what wrong ones have locked.
    `UPDATE staff t SET name = coalesce(:name, name), pin_hash = coalesce(:pin_hash::text, pin_hash),
       daily_cap = coalesce(:daily_cap::bigint, daily_cap), status = coalesce(:status, status),
       wrong_pins = CASE WHEN :pin_hash IS NULL THEN wrong_pins ELSE 0 END,
       wrong_pins_of_day = CASE WHEN :pin_hash IS NULL THEN wrong_pins_of_day ELSE 0 END,
       locked_until = CASE WHEN :pin_hash IS NULL THEN locked_until END
     WHERE t.id = :id RETURNING ${columns}`,
  ),
  endSessions: statement<[id: string]>('staff.end-sessions', 'DELETE FROM sessions WHERE staff_id = $1'),
};

export const presentStaff = ({ dailyCap, soldToday, ...row }: StaffRow): StaffMember => ({
  ...row,
  dailyCap: toDinars(dailyCap),
  soldToday: toDinars(soldToday),
});
