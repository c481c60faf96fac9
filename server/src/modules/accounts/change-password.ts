import { personName } from '@almas/contract/person-name';
import { fail, failUntil } from '../../app-error.ts';
import type { Actor, UserRecord } from '../../authorization/identity.ts';
import { checkStepUp } from '../../authorization/rights.ts';
import type { Turn } from '../../bounded-queue.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { attempt } from '../../limits/rate-limit.ts';
import type { Effects } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { accountsStore } from './accounts.store.ts';
import { checkNewPassword } from './password-policy.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { endPendingSignIns } from './pending-sign-ins.ts';
import { endOtherSessions, endSessions } from './sessions.ts';

/** A call that changes a password has a session, a proved sign-in or a link: it does not wait behind the sign-ins of attackers. */
const turn: Turn = { first: true };

const currentRate = { attempts: 10, windowSeconds: 900 };
/** Bounds the hashing that one link or one temporary password can cause: it goes before that of the sign-ins. */
const replacementRate = { attempts: 10, windowSeconds: 1_800 };

const contextOf = (user: UserRecord): string[] => [user.email, user.firstName, user.lastName, user.company];

type PasswordServices = Pick<Services, 'db' | 'config'>;

/**
 * Checks the current password, since the session alone does not prove that its owner is at the screen.
 * @returns the stored hash that it matched. @throws AppError PASSWORD_WRONG, TOO_MANY_LOGIN_ATTEMPTS
 */
export async function checkCurrentPassword(
  { db }: PasswordServices,
  user: UserRecord,
  current: string,
): Promise<string> {
  const wait = await attempt(db, 'current_password', user.id, currentRate);
  if (wait !== undefined) throw failUntil('TOO_MANY_LOGIN_ATTEMPTS', wait);
  const known = await accountsStore.credentials.first(db, user.email, '');
  if (!known || !(await passwordMatches(known.passwordHash, current, turn))) throw fail('PASSWORD_WRONG');
  return known.passwordHash;
}

/** The hash of a new password and the stored hash that it replaces. */
interface Replacement {
  readonly passwordHash: string;
  readonly replaced: string;
}

/** @throws AppError PASSWORD_WRONG, TOO_MANY_LOGIN_ATTEMPTS, WEAK_PASSWORD, PASSWORD_UNCHANGED, STEP_UP_REQUIRED */
export async function prepareChange(
  services: PasswordServices,
  actor: Actor,
  { current, password }: { readonly current: string; readonly password: string },
): Promise<Replacement> {
  checkStepUp(actor);
  const replaced = await checkCurrentPassword(services, actor, current);
  if (current === password) throw fail('PASSWORD_UNCHANGED');
  checkNewPassword(services.config, password, contextOf(actor));
  return { passwordHash: await hashPassword(password, turn), replaced };
}

/**
 * Changes the actor's password and ends the sessions of the account except `kept` (a token hash).
 * @throws AppError PASSWORD_WRONG when the password was changed since the check
 */
export async function changePassword(
  tx: DbTransaction,
  actor: Actor,
  { passwordHash, replaced }: Replacement,
  kept: Buffer,
): Promise<Effects> {
  if ((await accountsStore.setPassword.run(tx, actor.id, passwordHash, replaced)) === 0)
    throw fail('PASSWORD_WRONG');
  await endOtherSessions(tx, actor.id, kept);
  await endPendingSignIns(tx, actor.id);
  return passwordChanged(actor, actor.administers);
}

/**
 * Prepares the replacement of a temporary or forgotten password, where the old one is not asked for. `replaced`: its stored hash.
 * @throws AppError WEAK_PASSWORD, TOO_MANY_LOGIN_ATTEMPTS, PASSWORD_UNCHANGED
 */
export async function prepareReplacement(
  { db, config }: PasswordServices,
  user: UserRecord,
  password: string,
  replaced: string,
): Promise<Replacement> {
  checkNewPassword(config, password, contextOf(user));
  const wait = await attempt(db, 'password_reset', user.id, replacementRate);
  if (wait !== undefined) throw failUntil('TOO_MANY_LOGIN_ATTEMPTS', wait);
  if (await passwordMatches(replaced, password, turn)) throw fail('PASSWORD_UNCHANGED');
  return { passwordHash: await hashPassword(password, turn), replaced };
}

/**
 * Sets the password and ends every session and pending sign-in of the account.
 * @throws AppError SIGN_IN_EXPIRED when the password was changed since `prepareReplacement`
 */
export async function replacePassword(
  tx: DbTransaction,
  user: UserRecord,
  { passwordHash, replaced }: Replacement,
): Promise<Effects> {
  if ((await accountsStore.setPassword.run(tx, user.id, passwordHash, replaced)) === 0)
    throw fail('SIGN_IN_EXPIRED');
  await endSessions(tx, user.id);
  await endPendingSignIns(tx, user.id);
  return passwordChanged(user, user.role === 'admin');
}

/** The audit trail records the security changes of administrators to their own account, and not those of resellers. */
const passwordChanged = (user: UserRecord, isRecorded: boolean): Effects => ({
  ...(isRecorded && {
    audit: {
      by: user,
      action: 'user.change-password',
      subject: { type: 'user', id: user.id, name: personName(user) },
    },
  }),
  events: [[{ user: user.id }, { type: 'session' }]],
});
