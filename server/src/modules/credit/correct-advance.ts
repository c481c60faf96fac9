import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import type { Centimes } from '../../money/amount.ts';
import { isAdjustment } from '../../money/post-entry.ts';
import { findCredit, lockCredit, postReceivable } from './credit.store.ts';

const advanceOf = statement<[userId: string, transactionId: number], { id: number }>(
  'credit.advance-of',
  `SELECT id FROM receivable_entries WHERE user_id = $1 AND transaction_id = $2 AND kind = 'advance'`,
);

/**
 * The advance that a transaction is, its credit locked until the transaction ends; undefined: it is none. Called before the debit is dated,
 * so that its time is on the right side of a payment's that is recorded meanwhile (correctAdvancesSince).
 */
export async function lockAdvance(
  tx: Queryable,
  userId: string,
  transactionId: number,
): Promise<number | undefined> {
  const advance = await advanceOf.first(tx, userId, transactionId);
  if (advance) await lockCredit(tx, userId);
  return advance?.id;
}

interface CorrectedAdvance {
  readonly userId: string;
  readonly advanceId: number;
  /** The entry of the debit that takes the balance back. */
  readonly ledgerId: number;
  readonly amount: Centimes;
  readonly recordedBy: string;
  readonly note: string;
}

/** Debits of advances since a payment, the first one first, and what each could not lower: nothing was owed then. */
const uncorrected = statement<
  [userId: string, paymentId: number],
  { advanceId: number; ledgerId: number; amount: Centimes; reason: string }
>(
  'credit.uncorrected-debits',
  `SELECT a.id AS "advanceId", l.id AS "ledgerId", l.description AS reason,
          (l.amount - coalesce((SELECT sum(c.amount) FROM receivable_entries c WHERE c.corrects = a.id AND c.ledger_id = l.id), 0))::bigint AS amount
     FROM receivable_entries a JOIN ledger l ON l.user_id = a.user_id AND l.transaction_id = a.transaction_id AND l.type = 'debit' AND l.${isAdjustment}
    WHERE a.user_id = $1 AND a.kind = 'advance'
      AND l.created_at >= (SELECT p.created_at FROM receivable_entries p WHERE p.id = $2) ORDER BY l.id`,
);

/**
 * Lowers a debt, which has risen because a payment was taken back, by what debits took back of advances while that payment was counted:
 * their balance is gone, and is not owed. Debits before the payment have nothing to do with it. The caller has locked the credit.
 * @returns what of the payment is not owed
 */
export async function correctAdvancesSince(
  tx: Queryable,
  userId: string,
  payment: { readonly id: number; readonly amount: Centimes },
  recordedBy: string,
): Promise<Centimes> {
  let left: number = payment.amount;
  for (const { advanceId, ledgerId, amount, reason } of await uncorrected.all(tx, userId, payment.id)) {
    const part = Math.min(left, amount);
    if (part <= 0) continue;
    await postReceivable(tx, {
      userId,
      kind: 'correction',
      amount: part as Centimes,
      recordedBy,
      corrects: advanceId,
      ledgerId,
      note: reason,
    });
    left -= part;
  }
  return (payment.amount - left) as Centimes;
}

/**
 * Lowers a debt by what a debit took back of an advance, at most to 0: what is not owed any more was paid, and is the owner's to give back.
 * The caller has locked the advance. @returns the debt before and after it; undefined: nothing is owed
 */
export async function correctAdvance(
  tx: Queryable,
  { advanceId, amount, ...entry }: CorrectedAdvance,
): Promise<{ before: Centimes; after: Centimes } | undefined> {
  const debt = (await findCredit(tx, entry.userId))?.debt ?? 0;
  if (debt === 0) return undefined;
  const { debtBefore, debtAfter } = await postReceivable(tx, {
    ...entry,
    kind: 'correction',
    amount: Math.min(amount, debt) as Centimes,
    corrects: advanceId,
  });
  return { before: debtBefore, after: debtAfter };
}
