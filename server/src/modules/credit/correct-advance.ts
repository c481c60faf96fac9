import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import type { Centimes } from '../../money/amount.ts';
import { lockCredit, postReceivable } from './credit.store.ts';

const advanceOf = statement<[userId: string, transactionId: number], { id: number }>(
  'credit.advance-of',
  `SELECT id FROM receivable_entries WHERE user_id = $1 AND transaction_id = $2 AND kind = 'advance'`,
);

interface CorrectedAdvance {
  readonly userId: string;
  /** The corrected transaction. */
  readonly transactionId: number;
  /** The entry of the debit that takes the balance back. */
  readonly ledgerId: number;
  readonly amount: Centimes;
  readonly recordedBy: string;
  readonly note: string;
}

/**
 * Lowers a debt by what a debit took back of an advance, at most to 0: what is not owed any more was paid, and is the owner's to give back.
 * The caller has locked the account. @returns the debt before and after it; undefined: the transaction is no advance, or nothing is owed
 */
export async function correctAdvance(
  tx: Queryable,
  { transactionId, amount, ...entry }: CorrectedAdvance,
): Promise<{ before: Centimes; after: Centimes } | undefined> {
  const advance = await advanceOf.first(tx, entry.userId, transactionId);
  if (!advance) return undefined;
  const debt = (await lockCredit(tx, entry.userId))?.debt ?? 0;
  if (debt === 0) return undefined;
  const { debtBefore, debtAfter } = await postReceivable(tx, {
    ...entry,
    kind: 'correction',
    amount: Math.min(amount, debt) as Centimes,
    corrects: advance.id,
  });
  return { before: debtBefore, after: debtAfter };
}
