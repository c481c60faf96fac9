import { fail } from '../../app-error.ts';
import type { Actor } from '../../authorization/identity.ts';
import { dayOf } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

interface CreditLimits {
  readonly cap: Centimes | null;
  readonly threshold: Centimes | null;
}
/** Those of an employee; an owner who was one has none. */
const readLimits = statement<[adminId: string], CreditLimits>(
  'accounts.credit-limits',
  `SELECT CASE WHEN scopes IS NOT NULL THEN credit_cap END AS cap, CASE WHEN scopes IS NOT NULL THEN credit_threshold END AS threshold
     FROM users WHERE id = $1`,
);
const today = dayOf('clock_timestamp()');
/** Writes nothing beyond the cap. The row of the day orders the credits of one administrator. */
const count = statement<[adminId: string, amount: number, cap: number | null]>(
  'accounts.count-manual-credit',
  `INSERT INTO manual_credits AS m (admin_id, day, amount)
   SELECT $1::uuid, ${today}, $2::bigint WHERE $2 <= coalesce($3::bigint, $2)
   ON CONFLICT (admin_id, day) DO UPDATE SET amount = m.amount + excluded.amount
     WHERE $3 IS NULL OR m.amount + excluded.amount <= $3`,
);
const countedToday = statement<[adminId: string], { amount: Centimes }>(
  'accounts.manual-credit-today',
  `SELECT coalesce(sum(amount), 0)::bigint AS amount FROM manual_credits WHERE admin_id = $1 AND day = ${today}`,
);

/** Of the caller's own cap, or of that of the employee who asked the caller. */
type CapRefusal = 'CREDIT_CAP_REACHED' | 'PROPOSER_CAP_REACHED';

async function capReached(tx: DbTransaction, adminId: string, cap: Centimes, refusal: CapRefusal) {
  const { amount } = await countedToday.one(tx, adminId);
  return fail(refusal, { available: Math.max(0, toDinars((cap - amount) as Centimes)) });
}

/**
 * Counts a credit that an employee makes by hand against the day's cap. Called before the account is locked, so that credits of one
 * employee wait for each other in one order. @throws AppError the refusal
 */
export async function countManualCredit(
  tx: DbTransaction,
  adminId: string,
  amount: Centimes,
  refusal: CapRefusal,
): Promise<CreditLimits> {
  const limits = await readLimits.one(tx, adminId);
  const counted = await count.run(tx, adminId, amount, limits.cap);
  if (counted === 0) throw await capReached(tx, adminId, limits.cap ?? (0 as Centimes), refusal);
  return limits;
}

/**
 * The same for a credit that the employee makes alone; the owner, and everybody while `admin-scopes` is off, has neither limit.
 * @throws AppError SECOND_PERSON_REQUIRED, CREDIT_CAP_REACHED
 */
export async function checkManualCredit(tx: DbTransaction, actor: Actor, amount: Centimes): Promise<void> {
  if (actor.limitedTo === null) return;
  const { threshold } = await countManualCredit(tx, actor.id, amount, 'CREDIT_CAP_REACHED');
  if (threshold !== null && amount > threshold)
    throw fail('SECOND_PERSON_REQUIRED', { threshold: toDinars(threshold) });
}

/** Whether what this administrator credits alone is limited, by a day's cap or by the amount. */
export async function hasCreditLimit(tx: DbTransaction, { id, limitedTo }: Actor): Promise<boolean> {
  if (limitedTo === null) return false;
  const { cap, threshold } = await readLimits.one(tx, id);
  return cap !== null || threshold !== null;
}

/** Refuses what the cap of the day would refuse, and counts nothing. @throws AppError CREDIT_CAP_REACHED */
export async function checkCreditCap(tx: DbTransaction, { id, limitedTo }: Actor, amount: Centimes) {
  if (limitedTo === null) return;
  const { cap } = await readLimits.one(tx, id);
  if (cap === null) return;
  const { amount: used } = await countedToday.one(tx, id);
  if (used + amount > cap) throw await capReached(tx, id, cap, 'CREDIT_CAP_REACHED');
}
