import { statement } from '../../database/statement.ts';
import { type DbTransaction, inSavepoint } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import type { NewNotification } from './notify.ts';

/** What administrators are notified of because it waits for one of them; `data` names it. */
type Waiting = Extract<
  NewNotification['type'],
  'recharge_request' | 'free_fire_request' | 'account_registered'
>;

// One that its administrator is reading in this moment is being read anyway: nothing waits for it.
const markHandled = statement<[type: Waiting, id: string]>(
  'notifications.mark-handled',
  `UPDATE notifications SET read = true, read_at = clock_timestamp(), updated_at = clock_timestamp()
   WHERE id IN (
     SELECT id FROM notifications
      WHERE NOT read AND type IN ('recharge_request', 'free_fire_request', 'account_registered')
        AND type = $1 AND coalesce(data ->> 'requestId', data ->> 'userId') = $2
      FOR UPDATE SKIP LOCKED)`,
);

/**
 * Once one administrator has decided, no other is asked to: the notifications of all of them are read, in the
 * transaction that decides. A failure is logged and taken back alone.
 */
export async function readHandled(
  services: Pick<Services, 'log' | 'live'>,
  tx: DbTransaction,
  type: Waiting,
  id: string,
): Promise<void> {
  let read = 0;
  const done = await inSavepoint(
    tx,
    async () => {
      read = await markHandled.run(tx, type, id);
    },
    (error) => services.log.error({ err: error }, 'notifications of a decided request stay unread'),
  );
  if (done && read > 0)
    tx.afterCommit(() => services.live.publish({ role: 'admin' }, { type: 'notification' }));
}
