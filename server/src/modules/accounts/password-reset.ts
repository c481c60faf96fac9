import { createHash, randomBytes } from 'node:crypto';
import { signIn } from '@almas/contract/security';
import type { FastifyReply } from 'fastify';
import { fail, failUntil } from '../../app-error.ts';
import type { Origin } from '../../authorization/identity.ts';
import type { Queryable } from '../../database/pool.ts';
import { isUnexpired } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { isOn } from '../../feature-switches.ts';
import { attempt, attemptFrom, uncountAttempt } from '../../limits/rate-limit.ts';
import { sendMail } from '../../mail/mailer.ts';
import { type Command, command } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { raiseMailError } from '../alerts/raise-alert.ts';
import { accountsStore } from './accounts.store.ts';
import { prepareReplacement, replacePassword } from './change-password.ts';
import type { KnownDevices } from './known-device.ts';
import { mailsTo } from './language.ts';

const lifeMinutes = 30;
const perNetwork = { attempts: 30, windowSeconds: 3_600 };
/** In the life of a link: when requests of others use these up, the mailbox has a link that still works. */
const perAccount = { attempts: 3, windowSeconds: lifeMinutes * 60 };

const isValid = isUnexpired('expires_at', lifeMinutes * 60);
/** Inserts nothing when the email was changed meanwhile; the row lock waits for such a change, which deletes the links of the account. */
const insert = statement<[tokenHash: Buffer, userId: string, email: string]>(
  'password-resets.insert',
  `INSERT INTO password_resets (token_hash, user_id, expires_at)
   SELECT $1, u.id, clock_timestamp() + interval '${lifeMinutes} minutes'
     FROM users u WHERE u.id = $2 AND u.email = $3 FOR SHARE`,
);
// Older ones alone: of two mails that are sent at the same moment, the newer link stays.
const removeOlder = statement<[tokenHash: Buffer, userId: string]>(
  'password-resets.remove-older',
  // A link that is being used is left to its use, which deletes the others.
  `DELETE FROM password_resets WHERE token_hash = ANY (ARRAY(
     SELECT token_hash FROM password_resets
      WHERE user_id = $2 AND expires_at < (SELECT expires_at FROM password_resets WHERE token_hash = $1)
        FOR UPDATE SKIP LOCKED))`,
);
const find = statement<[Buffer], { userId: string }>(
  'password-resets.find',
  `SELECT user_id AS "userId" FROM password_resets WHERE token_hash = $1 AND ${isValid}`,
);
const use = statement<[Buffer]>(
  'password-resets.use',
  `DELETE FROM password_resets WHERE token_hash = $1 AND ${isValid}`,
);
const removeExpired = statement<[number]>(
  'password-resets.remove-expired',
  `DELETE FROM password_resets WHERE token_hash = ANY (ARRAY(
     SELECT token_hash FROM password_resets WHERE NOT ${isValid} ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
);

/** Deletes at most `limit` expired links. @returns how many */
export const deleteExpiredPasswordResets = (db: Queryable, limit: number): Promise<number> =>
  removeExpired.run(db, limit);

/** Whether resets are available: a link needs the public URL, and its e-mail an SMTP server. */
export const sendsPasswordResets = async (
  services: Pick<Services, 'config' | 'features'>,
): Promise<boolean> =>
  services.config.smtpUrl !== undefined &&
  services.config.publicUrl !== undefined &&
  (await isOn(services, 'self-service-security'));

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Sends a reseller a link to set a new password. The response does not wait for the account lookup, so that it is the same, in the
 * same time, for an unknown email. An administrator's password is changed at the command line. @throws AppError NOT_FOUND without a mail
 * server
 */
export const requestPasswordReset = command(signIn.requestReset, {
  prepare: async ({ services, origin, body }) => {
    if (!(await sendsPasswordResets(services))) throw fail('NOT_FOUND');
    await countNetwork(services.db, origin);
    // Counts the same spelling that is looked up: the lookup ignores case, and each spelling would have its own count.
    const email = body.email.trim().toLowerCase();
    const tooMany = await attempt(services.db, 'password_reset_account', email, perAccount);
    return tooMany === undefined ? () => sendLater(services, email) : undefined;
  },
  run: async ({ prepared: afterCommit }) => ({
    response: undefined,
    effects: afterCommit ? { afterCommit } : {},
  }),
});

/** @throws AppError TOO_MANY_LOGIN_ATTEMPTS */
async function countNetwork(db: Queryable, { ip }: Origin): Promise<void> {
  const wait = await attemptFrom(db, 'password_reset', ip, perNetwork);
  if (wait !== undefined) throw failUntil('TOO_MANY_LOGIN_ATTEMPTS', wait);
}

function sendLater(services: Pick<Services, 'db' | 'config' | 'features' | 'log'>, email: string): void {
  setImmediate(() => {
    sendLink(services, email).catch((error: unknown) =>
      services.log.error({ err: error }, 'password reset mail failed'),
    );
  });
}

/** The link before stays valid until the mail server has accepted the new one. One that it has not accepted does not count as a request. */
async function sendLink(
  services: Pick<Services, 'db' | 'config' | 'features' | 'log'>,
  email: string,
): Promise<void> {
  const { db, config } = services;
  const known = await accountsStore.credentials.first(db, email, '');
  const user = known && !known.disabled ? await accountsStore.byId.first(db, known.id) : undefined;
  if (user?.role !== 'reseller') return;
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashOf(token);
  if ((await insert.run(db, tokenHash, user.id, user.email)) === 0) return;
  // In the fragment, which browsers do not send: the token appears in no server log.
  const link = `${config.publicUrl}/login#reset=${token}`;
  const { passwordResetMail } = await mailsTo(services, user.id);
  try {
    await sendMail(config, { to: user.email, ...passwordResetMail(link, lifeMinutes) });
  } catch (error) {
    raiseMailError(services.log);
    await uncountAttempt(db, 'password_reset_account', email);
    throw error;
  }
  await removeOlder.run(db, tokenHash, user.id);
}

/** Sets a new password with a link, once. @throws AppError RESET_LINK_INVALID, TOO_MANY_LOGIN_ATTEMPTS, WEAK_PASSWORD, PASSWORD_UNCHANGED */
export const completePasswordReset = (devices: KnownDevices): Command<typeof signIn.completeReset> =>
  command(signIn.completeReset, {
    prepare: async ({ services, origin, body: { token, password } }) => {
      const { db } = services;
      const found = await find.first(db, hashOf(token));
      // A valid link does not count for the network, whose attempts others may have used up: only the mailbox has the link.
      if (!found) {
        await countNetwork(db, origin);
        throw fail('RESET_LINK_INVALID');
      }
      const user = await accountsStore.byId.one(db, found.userId);
      const { passwordHash } = await accountsStore.credentials.one(db, user.email, '');
      // Before the link is used: it stays valid when the password is refused.
      return { user, replacement: await prepareReplacement(services, user, password, passwordHash) };
    },
    run: async ({ tx, request, body: { token }, prepared: { user, replacement } }) => {
      // In the order of whatever ends the sign-ins of an account: the account, then its link.
      await accountsStore.lockById.first(tx, user.id);
      if ((await use.run(tx, hashOf(token))) === 0) throw fail('RESET_LINK_INVALID');
      const effects = await replacePassword(tx, user, replacement);
      const account = { id: user.id, passwordHash: replacement.passwordHash };
      // Only the mailbox has the link: its user signs in without waiting behind the tries of attackers.
      const reply = (response: FastifyReply) => devices.add(request, response, account, false);
      return { response: undefined, effects: { ...effects, reply } };
    },
  });
