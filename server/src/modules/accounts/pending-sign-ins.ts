import { createHash, randomBytes } from 'node:crypto';
import type { SignIn, SignInStep } from '@almas/contract/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../app-error.ts';
import type { Origin, UserRecord } from '../../authorization/identity.ts';
import type { Queryable } from '../../database/pool.ts';
import { isUnexpired } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { networkOf } from '../../limits/network.ts';
import type { AuditEntry, Effects } from '../../pipeline/command.ts';
import { accountsStore } from './accounts.store.ts';
import type { KnownDevices } from './known-device.ts';
import type { Sessions } from './sessions.ts';
import { presentOwn } from './user-record.ts';

const lifeSeconds = 900;
const attemptsMax = 5;

/** Inserts nothing when the password was replaced meanwhile; the row lock waits for such a change. */
const insert = statement<{
  tokenHash: Buffer;
  userId: string;
  step: SignInStep;
  confirmed: boolean;
  passwordHash: string;
}>(
  'pending-sign-ins.insert',
  `INSERT INTO pending_sign_ins (token_hash, user_id, step, confirmed, expires_at)
   SELECT :token_hash, u.id, :step, :confirmed, clock_timestamp() + interval '${lifeSeconds} seconds'
     FROM users u WHERE u.id = :user_id AND u.password_hash = :password_hash FOR SHARE`,
);
const find = statement<
  [tokenHash: Buffer, step: SignInStep],
  { userId: string; confirmed: boolean; passwordHash: string }
>(
  'pending-sign-ins.find',
  `SELECT user_id AS "userId", confirmed, u.password_hash AS "passwordHash" FROM pending_sign_ins p JOIN users u ON u.id = p.user_id AND NOT u.disabled
    WHERE p.token_hash = $1 AND p.step = $2 AND ${isUnexpired('p.expires_at', lifeSeconds)}`,
);
const countAttempt = statement<[Buffer], { attempts: number }>(
  'pending-sign-ins.count-attempt',
  'UPDATE pending_sign_ins SET attempts = attempts + 1 WHERE token_hash = $1 RETURNING attempts',
);
const remove = statement<[Buffer]>(
  'pending-sign-ins.remove',
  'DELETE FROM pending_sign_ins WHERE token_hash = $1',
);
// A reset link leads to a session as well, through a new password.
const removeAll = statement<[string]>(
  'pending-sign-ins.remove-all',
  `WITH links AS (DELETE FROM password_resets WHERE user_id = $1) DELETE FROM pending_sign_ins WHERE user_id = $1`,
);
const removeEvery = statement<[]>(
  'pending-sign-ins.remove-every',
  'WITH links AS (DELETE FROM password_resets) DELETE FROM pending_sign_ins',
);
const removeExpired = statement<[number]>(
  'pending-sign-ins.remove-expired',
  `DELETE FROM pending_sign_ins WHERE token_hash = ANY (ARRAY(
     SELECT token_hash FROM pending_sign_ins WHERE NOT ${isUnexpired('expires_at', lifeSeconds)} ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
);
const stepsOf = statement<
  [string],
  { secondFactor: boolean; required: boolean; temporary: boolean; expired: boolean; passwordHash: string }
>(
  'pending-sign-ins.steps-of',
  `SELECT password_hash AS "passwordHash", second_factor AS "secondFactor", second_factor_required AS required,
          temporary_password_until IS NOT NULL AS temporary,
          coalesce(temporary_password_until <= now(), false) AS expired
     FROM users WHERE id = $1`,
);
const claimDevice = statement<[userId: string, device: Buffer, passwordHash: string]>(
  'pending-sign-ins.claim-device',
  `UPDATE users SET temporary_password_device = $2
    WHERE id = $1 AND coalesce(temporary_password_device, $2) = $2 AND password_hash = $3`,
);

/** Deletes at most `limit` expired sign-ins. @returns how many */
export const deleteExpiredPendingSignIns = (db: Queryable, limit: number): Promise<number> =>
  removeExpired.run(db, limit);
/** Deletes the pending sign-ins of an account and its password reset link. */
export const endPendingSignIns = (db: Queryable, userId: string): Promise<number> =>
  removeAll.run(db, userId);
/** The same for every account. */
export const endEveryPendingSignIn = (db: Queryable): Promise<number> => removeEvery.run(db);

/** Hash of network and user agent: a temporary password is bound to it at its first use. */
const deviceOf = ({ ip, userAgent }: Origin): Buffer =>
  createHash('sha256')
    .update(`${networkOf(ip)} ${userAgent}`)
    .digest();

export interface SignInContext {
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly devices: KnownDevices;
}

/** The factors that a sign-in has checked so far. */
interface Checked {
  /** The second factor was given. */
  readonly confirmed: boolean;
  /** The stored hash that the password matched. A sign-in whose password was replaced since then fails. */
  readonly passwordHash: string;
}

/**
 * Continues a sign-in: opens the session, or returns the next step and stores its token in the cookie.
 * @throws AppError SIGN_IN_EXPIRED, TEMPORARY_PASSWORD_EXPIRED, TEMPORARY_PASSWORD_USED
 */
export async function continueSignIn(
  { sessions, cookie, devices }: SignInContext,
  tx: DbTransaction,
  origin: Origin,
  userId: string,
  checked: Checked,
): Promise<{ response: SignIn; effects: Effects & { readonly reply: (reply: FastifyReply) => void } }> {
  const steps = await stepsOf.one(tx, userId);
  if (steps.passwordHash !== checked.passwordHash) throw fail('SIGN_IN_EXPIRED');
  if (steps.expired) throw fail('TEMPORARY_PASSWORD_EXPIRED');
  const { confirmed, passwordHash } = checked;
  const write = (reply: FastifyReply, token: string, seconds: number) => {
    cookie.write(reply, token, seconds);
    devices.add(reply.request, reply, { id: userId, passwordHash }, confirmed);
  };
  const device = deviceOf(origin);
  if (steps.temporary && (await claimDevice.run(tx, userId, device, passwordHash)) === 0)
    throw fail('TEMPORARY_PASSWORD_USED');
  const step = nextStep(steps, checked);
  if (step === undefined) {
    const user = await accountsStore.byId.one(tx, userId);
    const token = await sessions.open(user, { origin, ...checked }, tx);
    return {
      response: presentOwn(user),
      effects: {
        ...(user.role === 'admin' && { audit: signedIn(user) }),
        security: { event: 'sign-in.ok', accountId: user.id },
        reply: (reply) => write(reply, token, sessions.seconds(user.role)),
      },
    };
  }
  const token = randomBytes(32).toString('base64url');
  if (
    (await insert.run(tx, { tokenHash: sessions.hash(token), userId, step, confirmed, passwordHash })) === 0
  )
    throw fail('SIGN_IN_EXPIRED');
  return {
    response: { pending: step },
    effects: { reply: (reply) => write(reply, token, lifeSeconds) },
  };
}

function nextStep(
  steps: { secondFactor: boolean; required: boolean; temporary: boolean },
  { confirmed }: Pick<Checked, 'confirmed'>,
): SignInStep | undefined {
  if (steps.secondFactor && !confirmed) return 'second-factor';
  if (steps.required && !steps.secondFactor) return 'enrolment';
  return steps.temporary ? 'password' : undefined;
}

/** A sign-in whose password was accepted and that has a further step. */
export interface PendingSignIn extends Checked {
  readonly user: UserRecord;
  /** Counts an attempt at a code; the sixth ends the sign-in. @throws AppError SIGN_IN_EXPIRED */
  countAttempt(): Promise<void>;
  /** Invalidates the token of the step; locks the account first, in the order of whatever ends its sign-ins. @throws AppError SIGN_IN_EXPIRED when another call has done so */
  end(tx: DbTransaction): Promise<void>;
}

/** Finds the sign-in of the request's cookie. @throws AppError SIGN_IN_EXPIRED when it is not at this step */
export async function pendingSignIn(
  { sessions, cookie }: Pick<SignInContext, 'sessions' | 'cookie'>,
  db: Queryable,
  request: FastifyRequest,
  step: SignInStep,
): Promise<PendingSignIn> {
  const token = cookie.read(request);
  const hash = token === undefined ? undefined : sessions.hash(token);
  const found = hash && (await find.first(db, hash, step));
  if (!hash || !found) throw fail('SIGN_IN_EXPIRED');
  return {
    confirmed: found.confirmed,
    passwordHash: found.passwordHash,
    user: await accountsStore.byId.one(db, found.userId),
    countAttempt: async () => {
      const counted = await countAttempt.first(db, hash);
      if (counted && counted.attempts <= attemptsMax) return;
      await remove.run(db, hash);
      throw fail('SIGN_IN_EXPIRED');
    },
    end: async (tx) => {
      await accountsStore.lockById.first(tx, found.userId);
      if ((await remove.run(tx, hash)) === 0) throw fail('SIGN_IN_EXPIRED');
    },
  };
}

/** Sign-ins of administrators are recorded in the audit trail with their address. */
const signedIn = (user: UserRecord): AuditEntry => ({
  by: user,
  action: 'user.sign-in',
  subject: { type: 'user', id: user.id, name: user.email },
});
