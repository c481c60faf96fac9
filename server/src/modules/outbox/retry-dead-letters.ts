import { fail } from '../../app-error.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import type { AuditEntry } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { outboxStore } from './outbox.store.ts';

/**
 * Makes one dead letter due again, or all of them (`null`), with all attempts.
 * @throws AppError DEAD_LETTER_NOT_FOUND when there is none
 */
export async function retryDeadLetters(
  services: Pick<Services, 'outbox'>,
  tx: DbTransaction,
  id: number | null,
): Promise<{ response: { retried: number }; effects: { audit: AuditEntry; afterCommit: () => void } }> {
  const { length } = await outboxStore.revive.all(tx, id);
  if (length === 0) throw fail('DEAD_LETTER_NOT_FOUND');
  const audit: AuditEntry = {
    action: 'message.retry',
    subject: { type: 'message', id: id === null ? 'all' : String(id) },
    after: { messages: length },
  };
  return { response: { retried: length }, effects: { audit, afterCommit: () => services.outbox.wake() } };
}
