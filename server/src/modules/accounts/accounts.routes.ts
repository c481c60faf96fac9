import { accounts } from '@almas/contract/accounts';
import type { ServedGroup } from '../../http/serve.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { command, serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { accountsStore } from './accounts.store.ts';
import type { KnownDevices } from './known-device.ts';
import { chooseLanguage, readLanguage } from './language.ts';
import { login } from './login.ts';
import { continueSignIn } from './pending-sign-ins.ts';
import { readPurchaseLimit } from './purchase-limit.ts';
import { insertRegistration, prepareRegistration, uncountRegistration } from './register.ts';
import type { Sessions } from './sessions.ts';
import { presentCaller, presentOwn } from './user-record.ts';

/** Registration, session and one's own profile. */
export function accountRoutes(
  services: Services,
  sessions: Sessions,
  cookie: SessionCookie,
  devices: KnownDevices,
): ServedGroup {
  return serveRoutes(services, accounts, {
    register: command(accounts.register, {
      prepare: ({ services: own, body, origin }) => prepareRegistration(own, body, origin.ip),
      failed: async ({ services: own, origin, isPrepared }) => {
        if (isPrepared) await uncountRegistration(own, origin.ip);
      },
      run: async ({ tx, body, origin, prepared: passwordHash }) => {
        const { user, notifications } = await insertRegistration(tx, body, passwordHash, origin.ip);
        // A registration signs in: the waiting screen follows the success message (AMB-02).
        const token = await sessions.open(user, { origin }, tx);
        return {
          response: presentOwn(user),
          effects: {
            notifications,
            events: [[{ role: 'admin' }, { type: 'requests' }]],
            security: { event: 'registration.ok', accountId: user.id },
            reply: (reply) => cookie.write(reply, token, sessions.seconds(user.role)),
          },
        };
      },
    }),
    login: command(accounts.login, {
      prepare: async ({ services: own, body, origin, request }) => {
        const hasLeft = () => request.raw.socket.destroyed;
        const from = { ip: origin.ip, device: devices.read(request), devices, hasLeft };
        const signedIn = await login(own, body, from);
        const previous = cookie.read(request);
        if (previous) await sessions.close(previous, own.db);
        return signedIn;
      },
      run: async ({ tx, origin, prepared: { user, credentials } }) => {
        const { passwordHash } = credentials;
        return continueSignIn({ sessions, cookie, devices }, tx, origin, user.id, {
          confirmed: false,
          passwordHash,
        });
      },
    }),
    logout: command(accounts.logout, {
      run: async ({ tx, actor, request }) => {
        await sessions.close(cookie.read(request) ?? '', tx);
        return {
          response: undefined,
          effects: {
            events: [[{ user: actor.id }, { type: 'session' }]],
            security: { event: 'sign-out', accountId: actor.id },
            reply: (reply) => cookie.clear(reply),
          },
        };
      },
    }),
    session: async ({ request }) => {
      const token = cookie.read(request);
      const caller = token && (await sessions.identify(token));
      return { user: caller ? presentCaller(caller.actor) : null };
    },
    me: async ({ actor }) => presentCaller(actor),
    language: async ({ actor }) => ({ lang: await readLanguage(services.db, actor.id) }),
    chooseLanguage,
    purchaseLimit: ({ wallet }) => readPurchaseLimit(services, wallet.id),
    updateMe: command(accounts.updateMe, {
      run: async ({ tx, actor, body }) => {
        const { firstName, lastName, phone, company, address, city, postalCode } = body;
        const updated = await accountsStore.updateProfile.one(tx, {
          id: actor.id,
          firstName: firstName ?? null,
          lastName: lastName ?? null,
          phone: phone ?? null,
          company: company ?? null,
          address: address ?? null,
          city: city ?? null,
          postalCode: postalCode ?? null,
        });
        return { response: presentOwn(updated), effects: {} };
      },
    }),
  });
}
