import type { SignInStep } from '@almas/contract/accounts';
import { signIn } from '@almas/contract/security';
import { fail, failUntil } from '../../app-error.ts';
import { requireExtension } from '../../extensions/extensions.ts';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { networkOf } from '../../limits/network.ts';
import { attempt } from '../../limits/rate-limit.ts';
import { noteAccount } from '../../security/request-events.ts';
import type { Services } from '../../services.ts';
import { replacePassword } from './change-password.ts';
import { isEasyToGuess } from './password-policy.ts';
import { completePasswordReset, requestPasswordReset, sendsPasswordResets } from './password-reset.ts';
import { continueSignIn, type PendingSignIn, pendingSignIn, type SignInCall } from './pending-sign-ins.ts';
import { beginEnrolment, checkSecondFactor, confirmEnrolment } from './second-factor.ts';
import type { Sessions } from './sessions.ts';

const checkRate = { attempts: 120, windowSeconds: 900 };
/** No session has this hash: at a sign-in every open session ends when the second factor is turned on. */
const noSession = Buffer.alloc(0);

/** The sign-in of the cookie; what is refused from here on is known to be about its account. */
async function takeUp(call: SignInCall, step: SignInStep): Promise<PendingSignIn> {
  const pending = await pendingSignIn(call, step);
  noteAccount(call.request, pending.user.id);
  return pending;
}

/** The steps of a sign-in after the password, and what can be done without any account. */
export function signInRoutes(
  unauthenticated: (ip: string) => Services,
  sessions: Sessions,
  cookie: SessionCookie,
): ServedGroup {
  return serveGroup(signIn, {
    secondFactor: async ({ body, origin, request, reply }) => {
      const services = unauthenticated(origin.ip);
      const call = { services, sessions, cookie, origin, request, reply };
      const pending = await takeUp(call, 'second-factor');
      await pending.countAttempt();
      await checkSecondFactor(services, pending.user.id, body.code);
      await pending.end();
      return continueSignIn(call, pending.user.id, { ...pending, confirmed: true });
    },
    beginEnrolment: async ({ origin, request, reply }) => {
      const services = unauthenticated(origin.ip);
      const pending = await pendingSignIn(
        { services, sessions, cookie, origin, request, reply },
        'enrolment',
      );
      return beginEnrolment(services, pending.user);
    },
    confirmEnrolment: async ({ body, origin, request, reply }) => {
      const services = unauthenticated(origin.ip);
      const call = { services, sessions, cookie, origin, request, reply };
      const pending = await takeUp(call, 'enrolment');
      await pending.countAttempt();
      const recoveryCodes = await confirmEnrolment(services, pending.user, origin, body.code, noSession);
      await pending.end();
      const next = await continueSignIn(call, pending.user.id, { ...pending, confirmed: true });
      return { ...next, recoveryCodes };
    },
    setPassword: async ({ body, origin, request, reply }) => {
      const services = unauthenticated(origin.ip);
      const call = { services, sessions, cookie, origin, request, reply };
      const pending = await takeUp(call, 'password');
      // Ends every sign-in of the account that is under way, this one too.
      const { user, confirmed } = pending;
      const passwordHash = await replacePassword(services, user, origin, body.password, pending.passwordHash);
      return continueSignIn(call, user.id, { confirmed, passwordHash });
    },
    requestReset: async ({ body, origin }) => {
      const services = unauthenticated(origin.ip);
      requireExtension(services.config, 'self-service-security');
      if (!sendsPasswordResets(services.config)) throw fail('NOT_FOUND');
      await requestPasswordReset(services, body.email.trim(), origin);
      return undefined;
    },
    completeReset: async ({ body, origin }) => {
      const services = unauthenticated(origin.ip);
      requireExtension(services.config, 'self-service-security');
      await completePasswordReset(services, body, origin);
      return undefined;
    },
    checkPassword: async ({ body, origin }) => {
      const services = unauthenticated(origin.ip);
      const wait = await attempt(services.db, 'password_check', networkOf(origin.ip), checkRate);
      if (wait !== undefined) throw failUntil('TOO_MANY_LOGIN_ATTEMPTS', wait);
      const common = isEasyToGuess(body.password, body.context);
      return { common, accepted: !common || services.config.passwordPolicy !== 'strict' };
    },
  });
}
