import type { Queryable } from '../database/pool.ts';
import { statement } from '../database/statement.ts';

const complete = statement<[number, string, string]>(
  'money.complete-transaction',
  `UPDATE transactions SET status = 'completed', description = description || $3, processed_by = $2,
     processed_at = clock_timestamp(), completed_at = clock_timestamp()
   WHERE id = $1 AND status = 'pending'`,
);

/** Completes a pending transaction and marks its description; no balance moves. A transaction that is missing is a fault. */
export async function completeTransaction(
  tx: Queryable,
  { transactionId, adminId, suffix }: { transactionId: number; adminId: string; suffix: string },
): Promise<void> {
  const completed = await complete.run(tx, transactionId, adminId, suffix);
  if (completed !== 1) throw new Error(`transaction ${transactionId} is not pending`);
}
