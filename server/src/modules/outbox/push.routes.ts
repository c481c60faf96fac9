import { push } from '@almas/contract/push';
import { fail } from '../../app-error.ts';
import type { Identity } from '../../authorization/identity.ts';
import { lockSession } from '../../authorization/lock-session.ts';
import type { ServedGroup } from '../../http/serve.ts';
import { type OutboundClient, OutboundError } from '../../outbound/outbound-client.ts';
import { command, serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { type DeviceKeys, isDeviceKey } from './encrypt-message.ts';
import { subscriptionsStore } from './subscriptions.store.ts';
import { vapidKeys } from './vapid.ts';

const sessionOf = (identity: Identity): Buffer => identity.sessionHash() ?? Buffer.alloc(0);

const done = { response: undefined, effects: {} } as const;

/** The push subscriptions of the own account's devices. */
export const pushRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, push, {
    key: async () => ({ publicKey: vapidKeys(services.vault).publicKey }),
    check: async ({ identity, body }) =>
      subscriptionsStore.isOfSession.one(services.db, body.endpoint, sessionOf(identity)),
    subscribe: command(push.subscribe, {
      prepare: ({ services: { pushOutbound }, body }) => checkDevice(pushOutbound, body),
      limit: {
        action: 'push_subscription',
        exceeded: 'TOO_MANY_SUBSCRIPTIONS',
        rate: { attempts: 60, windowSeconds: 3_600 },
      },
      run: async ({ tx, actor, identity, body, prepared: { p256dh, auth } }) => {
        const session = sessionOf(identity);
        // Before the subscriptions of its devices, in the order of a sign-out, which deletes them with it.
        await lockSession(tx, session);
        await subscriptionsStore.removeOther.run(tx, {
          endpoint: body.endpoint,
          userId: actor.id,
          p256dh,
          auth,
        });
        if (body.replaces !== undefined && body.replaces !== body.endpoint)
          await subscriptionsStore.removeOwn.run(tx, body.replaces, actor.id);
        await subscriptionsStore.keep.run(tx, {
          endpoint: body.endpoint,
          userId: actor.id,
          p256dh,
          auth,
          sessionHash: session,
        });
        await subscriptionsStore.removeSurplus.run(tx, body.endpoint, actor.id);
        return done;
      },
    }),
    unsubscribe: command(push.unsubscribe, {
      run: async ({ tx, actor, body }) => {
        await subscriptionsStore.removeOwn.run(tx, body.endpoint, actor.id);
        return done;
      },
    }),
  });

/**
 * Validates a subscription. An endpoint that is not of a listed push service is refused; its name is resolved and checked again for each message.
 * @throws AppError SUBSCRIPTION_INVALID
 */
function checkDevice(
  outbound: OutboundClient,
  { endpoint, keys }: { readonly endpoint: string; readonly keys: { p256dh: string; auth: string } },
): DeviceKeys {
  const p256dh = Buffer.from(keys.p256dh, 'base64url');
  const auth = Buffer.from(keys.auth, 'base64url');
  try {
    outbound.check(endpoint);
  } catch (error) {
    if (error instanceof OutboundError) throw fail('SUBSCRIPTION_INVALID');
    throw error;
  }
  if (!isDeviceKey(p256dh) || auth.length !== 16) throw fail('SUBSCRIPTION_INVALID');
  return { p256dh, auth };
}
