import { contact } from '@almas/contract/contact';
import { personName } from '@almas/contract/person-name';
import { stored } from '@almas/locale';
import type { Actor } from '../actor.ts';
import { failUntil } from '../app-error.ts';
import { transaction } from '../database/transaction.ts';
import { type ServedGroup, serveGroup } from '../http/serve.ts';
import { attempt } from '../limits/rate-limit.ts';
import { administratorIds } from '../modules/accounts/find-user.ts';
import { insert } from '../modules/notifications/notify.ts';
import type { Services } from '../services.ts';
import { requireExtension } from './extensions.ts';

/** Each message is a notification for every administrator: a bound on how much one account can fill. */
const rate = { attempts: 5, windowSeconds: 3_600 };

/** Delivers the contact form to the administrators' notifications (AMB-29). */
export const contactRoutes = (services: Services): ServedGroup =>
  serveGroup(contact, {
    send: async ({ actor, body }) => {
      requireExtension(services.config, 'contact-delivery');
      const wait = await attempt(services.db, 'contact_message', actor.id, rate);
      if (wait !== undefined) throw failUntil('TOO_MANY_MESSAGES', wait);
      await deliver(services, actor, body.message);
      return undefined;
    },
  });

/** The message is the purpose of the call: when it cannot be written, the sender gets an error. */
function deliver({ db, live }: Services, sender: Actor, message: string): Promise<void> {
  const { title } = stored.notifications.contact(personName(sender), sender.company);
  const data = { userId: sender.id, email: sender.email, phone: sender.phone };
  return transaction(db, async (tx) => {
    for (const userId of await administratorIds(tx)) {
      await insert(tx, { userId, type: 'account_update', title, message, data });
    }
    tx.afterCommit(() => live.publish({ role: 'admin' }, { type: 'notification' }));
  });
}
