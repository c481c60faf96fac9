import { personName } from '@almas/contract/person-name';
import type { Actor, UserRecord } from '../../actor.ts';
import { fail, failUntil } from '../../app-error.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { checkStepUp } from '../../http/access.ts';
import { attempt } from '../../limits/rate-limit.ts';
import type { Effects } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { accountsStore } from './accounts.store.ts';
import { checkNewPassword } from './password-policy.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { endPendingSignIns } from './pending-sign-ins.ts';
import { endOtherSessions, endSessions } from './sessions.ts';

const currentRate = { attempts: 10, windowSeconds: 900 };

const contextOf = (user: UserRecord): string[] => [user.email, user.firstName, user.lastName, user.company];

type PasswordServices = Pick<Services, 'db' | 'config'>;

/**
 * An open session proves who signed in; the password proves who sits there now.
 * @returns the hash that it matched. @throws AppError PASSWORD_WRONG
 */
export async function checkCurrentPassword(
  { db }: PasswordServices,
  user: UserRecord,
  current: string,
): Promise<string> {
  const wait = await attempt(db, 'current_password', user.id, currentRate);
  if (wait !== undefined) throw failUntil('TOO_MANY_LOGIN_ATTEMPTS', wait);
  const known = await accountsStore.credentials.first(db, user.email, '');
  if (!known || !(await passwordMatches(known.passwordHash, current))) throw fail('PASSWORD_WRONG');
  return known.passwordHash;
}

/** A new password, and the hash that it replaces. */
interface Replacement {
  readonly passwordHash: string;
  readonly replaced: string;
}

/** @throws AppError PASSWORD_WRONG, WEAK_PASSWORD, PASSWORD_UNCHANGED, STEP_UP_REQUIRED */
export async function prepareChange(
  services: PasswordServices,
  actor: Actor,
  { current, password }: { readonly current: string; readonly password: string },
): Promise<Replacement> {
  checkStepUp(actor);
  const replaced = await checkCurrentPassword(services, actor, current);
  if (current === password) throw fail('PASSWORD_UNCHANGED');
  checkNewPassword(services.config, password, contextOf(actor));
  return { passwordHash: await hashPassword(password), replaced };
}

/** Changes one's own password and ends the other sessions than `kept`. @throws AppError PASSWORD_WRONG */
export async function changePassword(
  tx: DbTransaction,
  actor: Actor,
  { passwordHash, replaced }: Replacement,
  kept: Buffer,
): Promise<Effects> {
  // Support may have given another one since the current one was checked.
  if ((await accountsStore.setPassword.run(tx, actor.id, passwordHash, replaced)) === 0)
    throw fail('PASSWORD_WRONG');
  await endOtherSessions(tx, actor.id, kept);
  await endPendingSignIns(tx, actor.id);
  return passwordChanged(actor, actor.administers);
}

/**
 * A password that replaces another without the old one being given: a temporary one, or a forgotten one, whose hash is
 * `replaced`. @throws AppError WEAK_PASSWORD, PASSWORD_UNCHANGED
 */
export async function prepareReplacement(
  { config }: Pick<Services, 'config'>,
  user: UserRecord,
  password: string,
  replaced: string,
): Promise<Replacement> {
  checkNewPassword(config, password, contextOf(user));
  if (await passwordMatches(replaced, password)) throw fail('PASSWORD_UNCHANGED');
  return { passwordHash: await hashPassword(password), replaced };
}

/** Ends every session and sign-in with it. @throws AppError SIGN_IN_EXPIRED when the replaced one is another meanwhile */
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

/** An administrator's own security change stands in the trail; a reseller's is the reseller's own affair. */
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
