import { transaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { administratorIds } from '../accounts/find-user.ts';
import { raiseAlert } from '../alerts/raise-alert.ts';
import { writeNotifications } from '../notifications/notify.ts';

/** Raises an alert and notifies every administrator of the findings of a job; `data` has counts, never a code. */
export async function notifyAdministrators(
  services: Services,
  { title, message }: { readonly title: string; readonly message: string },
  data: Readonly<Record<string, number>>,
): Promise<void> {
  raiseAlert(services.log, { type: 'system', title, message, priority: 'high', data });
  const notified = await transaction(services.db, async (tx) => {
    const ids = await administratorIds(tx);
    return writeNotifications(
      services,
      tx,
      ids.map((userId) => ({ userId, type: 'account_update', title, message, data })),
    );
  });
  for (const user of notified) services.live.publish({ user }, { type: 'notification' });
}
