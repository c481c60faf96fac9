import type { EmployeeScope } from '@almas/contract/route';
import type { OpenTransaction } from '../../database/transaction.ts';
import type { NewNotification } from '../../ports.ts';
import type { Services } from '../../services.ts';
import { administratorIds } from '../accounts/find-user.ts';
import { raiseAlert } from '../alerts/raise-alert.ts';
import { writeNotifications } from '../notifications/notify.ts';

/** Counts, never a code. */
type Figures = Readonly<Record<string, number>>;

/** Notifies the administrators with a scope of the findings of a job, in their transaction, and raises an alert after the commit. */
export async function notifyAdministrators(
  tx: OpenTransaction,
  services: Services,
  { title, message }: Pick<NewNotification, 'title' | 'message'>,
  data: Figures,
  scope: EmployeeScope,
): Promise<void> {
  const scopesForced = services.config.extensions.has('admin-scopes');
  const ids = await administratorIds(tx, { scope, scopesForced });
  const notified = await writeNotifications(
    services,
    tx,
    ids.map((userId) => ({ userId, type: 'account_update', title, message, data })),
  );
  tx.afterCommit(() => {
    raiseAlert(services.log, { type: 'system', title, message, priority: 'high', data, scope });
    for (const user of notified) services.live.publish({ user }, { type: 'notification' });
  });
}
