import type { SignInStep } from '@almas/contract/accounts';
import { signIn } from '@almas/contract/security';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { ServedGroup } from '../../http/serve.ts';
import { networkOf } from '../../limits/network.ts';
import { command, mergeEffects, type PrepareServices, serveRoutes } from '../../pipeline/command.ts';
import { recordAccount } from '../../security/request-events.ts';
import type { Services } from '../../services.ts';
import { prepareReplacement, replacePassword } from './change-password.ts';
import { isEasyToGuess } from './password-policy.ts';
import { completePasswordReset, requestPasswordReset } from './password-reset.ts';
import { continueSignIn, type PendingSignIn, pendingSignIn, type SignInContext } from './pending-sign-ins.ts';
import { beginEnrolment, checkEnrolment, checkSecondFactor, confirmEnrolment } from './second-factor.ts';
import { clearWrongCodes, countWrongCode } from './wrong-codes.ts';

/** Matches no stored hash: an enrolment at the sign-in ends every open session. */
const noSession = Buffer.alloc(0);

/** The steps of a sign-in after the password, the password reset and the check of a new password. */
export function signInRoutes(services: Services, context: SignInContext): ServedGroup {
  /** Finds the sign-in of the request's cookie, and adds its account to the security log of the request. */
  const findPending = async (
    { services, request }: { services: PrepareServices; request: FastifyRequest },
    step: SignInStep,
  ): Promise<PendingSignIn> => {
    const pending = await pendingSignIn(context, services.db, request, step);
    recordAccount(request, pending.user.id);
    return pending;
  };
  return serveRoutes(services, signIn, {
    secondFactor: command(signIn.secondFactor, {
      prepare: async (call) => {
        const pending = await findPending(call, 'second-factor');
        await pending.countAttempt();
        const { user, passwordHash } = pending;
        const device = context.devices.read(call.request);
        const isConfirmed = device && context.devices.isConfirmed(device, { id: user.id, passwordHash });
        const from = { ...(isConfirmed && { device: device.nonce }), network: networkOf(call.origin.ip) };
        try {
          await checkSecondFactor(call.services, user.id, call.body.code, from);
        } catch (error) {
          if (error instanceof AppError && error.code === 'CODE_WRONG')
            await countWrongCode(call.services, user);
          throw error;
        }
        await clearWrongCodes(call.services, user.id);
        return pending;
      },
      run: async ({ tx, origin, prepared: pending }) => {
        await pending.end(tx);
        return continueSignIn(context, tx, origin, pending.user.id, { ...pending, confirmed: true });
      },
    }),
    beginEnrolment: command(signIn.beginEnrolment, {
      prepare: ({ services, request }) => pendingSignIn(context, services.db, request, 'enrolment'),
      run: async ({ services, tx, prepared: { user } }) => ({
        response: await beginEnrolment(services, tx, user),
        effects: {},
      }),
    }),
    confirmEnrolment: command(signIn.confirmEnrolment, {
      prepare: async (call) => {
        const pending = await findPending(call, 'enrolment');
        await pending.countAttempt();
        await checkEnrolment(call.services, pending.user, call.body.code);
        return pending;
      },
      run: async ({ services, tx, origin, prepared: pending }) => {
        const { recoveryCodes, effects } = await confirmEnrolment(services, tx, pending.user, noSession);
        await pending.end(tx);
        const next = await continueSignIn(context, tx, origin, pending.user.id, {
          ...pending,
          confirmed: true,
        });
        return {
          response: { ...next.response, recoveryCodes },
          effects: mergeEffects(effects, next.effects),
        };
      },
    }),
    setPassword: command(signIn.setPassword, {
      prepare: async (call) => {
        const pending = await findPending(call, 'password');
        const { user, passwordHash } = pending;
        return {
          pending,
          replacement: await prepareReplacement(call.services, user, call.body.password, passwordHash),
        };
      },
      run: async ({ tx, origin, prepared: { pending, replacement } }) => {
        // Ends every pending sign-in of the account, this one included.
        const effects = await replacePassword(tx, pending.user, replacement);
        const { passwordHash } = replacement;
        const checked = { confirmed: pending.confirmed, passwordHash };
        const next = await continueSignIn(context, tx, origin, pending.user.id, checked);
        return { response: next.response, effects: mergeEffects(effects, next.effects) };
      },
    }),
    requestReset: requestPasswordReset,
    completeReset: completePasswordReset(context.devices),
    checkPassword: command(signIn.checkPassword, {
      limit: {
        action: 'password_check',
        exceeded: 'TOO_MANY_LOGIN_ATTEMPTS',
        rate: { attempts: 120, windowSeconds: 900 },
        subject: ({ origin }) => networkOf(origin.ip),
      },
      run: async ({ services, body: { password, context: words } }) => {
        const common = isEasyToGuess(password, words);
        const accepted = !common || services.config.passwordPolicy !== 'strict';
        return { response: { common, accepted }, effects: {} };
      },
    }),
  });
}
