import { contact } from '@almas/contract/contact';
import { personName } from '@almas/contract/person-name';
import { stored } from '@almas/locale';
import type { ServedGroup } from '../../http/serve.ts';
import { command, serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { administratorIds } from '../accounts/find-user.ts';
import { insertNotification } from '../notifications/notify.ts';

/** Delivers the contact form to the administrators' notifications (AMB-29). */
const sendMessage = command(contact.send, {
  // Each message is a notification for every administrator: a bound on how much one account can fill.
  limit: {
    action: 'contact_message',
    exceeded: 'TOO_MANY_MESSAGES',
    rate: { attempts: 5, windowSeconds: 3_600 },
  },
  run: async ({ services: { config }, tx, actor, body: { message } }) => {
    const { title } = stored.notifications.contact(personName(actor), actor.company);
    const data = { userId: actor.id, email: actor.email, phone: actor.phone };
    // The message is the purpose of the call: when it cannot be written, the sender gets an error.
    // It holds an email and a phone number, as the accounts do.
    const readers = { scope: 'accounts', scopesForced: config.extensions.has('admin-scopes') } as const;
    for (const userId of await administratorIds(tx, readers))
      await insertNotification(tx, { userId, type: 'account_update', title, message, data });
    return { response: undefined, effects: { events: [[{ role: 'admin' }, { type: 'notification' }]] } };
  },
});

export const contactRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, contact, { send: sendMessage });
