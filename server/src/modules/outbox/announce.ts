import type { Queryable } from '../../database/pool.ts';
import type { Services } from '../../services.ts';
import { type OutboxPayload, outboxStore } from './outbox.store.ts';

type Sender = Pick<Services, 'config'>;

/** Writes a message for each device of an account, inside the transaction that causes it. */
export const announceToUser = (tx: Queryable, userId: string, payload: OutboxPayload): Promise<number> =>
  outboxStore.pushToUsers.run(tx, [userId], JSON.stringify(payload));

/** Writes a message for each device of the administrators, and one for their chat where there is one. */
export async function announceToAdministrators(
  { config }: Sender,
  tx: Queryable,
  payload: OutboxPayload,
): Promise<void> {
  const text = JSON.stringify(payload);
  await outboxStore.pushToAdministrators.run(tx, text);
  if (config.telegram) await outboxStore.telegram.run(tx, text);
}
