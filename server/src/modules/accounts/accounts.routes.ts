import { accounts } from '@almas/contract/accounts';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { circumstances } from '../../security/request-events.ts';
import type { Services } from '../../services.ts';
import { accountsStore } from './accounts.store.ts';
import { knownDevices } from './known-device.ts';
import { login } from './login.ts';
import { continueSignIn } from './pending-sign-ins.ts';
import { register } from './register.ts';
import type { Sessions } from './sessions.ts';
import { presentOwn } from './user-record.ts';

/** Registration, session and one's own profile. */
export function accountRoutes(
  services: Services,
  sessions: Sessions,
  cookie: SessionCookie,
  unauthenticated: (ip: string) => Services,
): ServedGroup {
  const devices = knownDevices(services.config.publicUrl, services.keyedHash);
  return serveGroup(accounts, {
    register: async ({ body, origin, request, reply }) => {
      const user = await register(unauthenticated(origin.ip), body, origin.ip);
      services.security.record({ event: 'registration.ok', accountId: user.id, ...circumstances(request) });
      services.live.publish({ role: 'admin' }, { type: 'requests' });
      // The session is live at once: the waiting screen follows the success message (AMB-02).
      cookie.write(reply, await sessions.open(user, { origin }), sessions.seconds(user.role));
      return presentOwn(user);
    },
    login: async ({ body, origin, request, reply }) => {
      const from = { ip: origin.ip, device: devices.read(request), devices };
      const { user, credentials } = await login(unauthenticated(origin.ip), body, from);
      const previous = cookie.read(request);
      if (previous) await sessions.close(previous);
      const call = { services, sessions, cookie, origin, request, reply };
      const answer = await continueSignIn(call, user.id, {
        confirmed: false,
        passwordHash: credentials.passwordHash,
      });
      devices.add(request, reply, credentials);
      return answer;
    },
    logout: async ({ actor, request, reply }) => {
      await sessions.close(cookie.read(request) ?? '');
      cookie.clear(reply);
      services.security.record({ event: 'sign-out', accountId: actor.id, ...circumstances(request) });
      services.live.publish({ user: actor.id }, { type: 'session' });
      return undefined;
    },
    session: async ({ request }) => {
      const token = cookie.read(request);
      const user = token && (await sessions.identify(token));
      return { user: user ? presentOwn(user) : null };
    },
    me: async ({ actor }) => presentOwn(actor),
    updateMe: async ({ actor, body }) => {
      const { firstName, lastName, phone, company, address, city, postalCode } = body;
      const updated = await accountsStore.updateProfile.one(
        services.db,
        actor.id,
        firstName ?? null,
        lastName ?? null,
        phone ?? null,
        company ?? null,
        address ?? null,
        city ?? null,
        postalCode ?? null,
      );
      return presentOwn(updated);
    },
  });
}
