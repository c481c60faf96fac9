import type { EmployeeScope } from '@almas/contract/route';
import type { Queryable } from '../../database/pool.ts';
import type { Services } from '../../services.ts';
import { type OutboxPayload, outboxStore } from './outbox.store.ts';

type Sender = Pick<Services, 'config'>;

/** Writes one push message per device of an account, in the transaction of the event. */
export const announceToUser = (tx: Queryable, userId: string, payload: OutboxPayload): Promise<number> =>
  outboxStore.pushToUsers.run(tx, [userId], JSON.stringify(payload));

/** Writes one push message per device of the active resellers. */
export const announceToResellers = (tx: Queryable, payload: OutboxPayload): Promise<number> =>
  outboxStore.pushToResellers.run(tx, JSON.stringify(payload));

/**
 * Writes one push message per device of the administrators, with a scope of those who have it, and one Telegram message when a chat is
 * configured.
 */
export async function announceToAdministrators(
  { config }: Sender,
  tx: Queryable,
  payload: OutboxPayload,
  scope?: EmployeeScope,
): Promise<void> {
  const text = JSON.stringify(payload);
  const scopesForced = config.extensions.has('admin-scopes');
  await outboxStore.pushToAdministrators.run(tx, text, scope ?? null, scopesForced);
  if (config.telegram) await outboxStore.telegram.run(tx, text);
}
