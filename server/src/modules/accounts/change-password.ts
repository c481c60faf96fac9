import type { Actor, Origin, UserRecord } from '../../actor.ts';
import { fail, failUntil } from '../../app-error.ts';
import { transaction } from '../../database/transaction.ts';
import { attempt } from '../../limits/rate-limit.ts';
import type { Services } from '../../services.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { accountsStore } from './accounts.store.ts';
import { checkNewPassword } from './password-policy.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { endPendingSignIns } from './pending-sign-ins.ts';
import { checkStepUp } from './second-factor.ts';
import { endOtherSessions, endSessions } from './sessions.ts';
import { personName } from './user-record.ts';

const currentRate = { attempts: 10, windowSeconds: 900 };

const contextOf = (user: UserRecord): string[] => [user.email, user.firstName, user.lastName, user.company];

/**
 * An open session proves who signed in; the password proves who sits there now.
 * @returns the hash that it matched. @throws AppError PASSWORD_WRONG
 */
export async function checkCurrentPassword(
  services: Services,
  user: UserRecord,
  current: string,
): Promise<string> {
  const wait = await attempt(services.db, 'current_password', user.id, currentRate);
  if (wait !== undefined) throw failUntil('TOO_MANY_LOGIN_ATTEMPTS', wait);
  const known = await accountsStore.credentials.first(services.db, user.email, '');
  if (!known || !(await passwordMatches(known.passwordHash, current))) throw fail('PASSWORD_WRONG');
  return known.passwordHash;
}

/**
 * Changes one's own password and ends the other sessions.
 * @throws AppError PASSWORD_WRONG, WEAK_PASSWORD, PASSWORD_UNCHANGED, STEP_UP_REQUIRED
 */
export async function changePassword(
  services: Services,
  actor: Actor,
  origin: Origin,
  { current, password }: { readonly current: string; readonly password: string },
  kept: Buffer,
): Promise<void> {
  checkStepUp(actor);
  const replaced = await checkCurrentPassword(services, actor, current);
  if (current === password) throw fail('PASSWORD_UNCHANGED');
  checkNewPassword(services.config, password, contextOf(actor));
  const passwordHash = await hashPassword(password);
  await transaction(services.db, async (tx) => {
    // Support may have given another one since the current one was checked.
    if ((await accountsStore.setPassword.run(tx, actor.id, passwordHash, replaced)) === 0)
      throw fail('PASSWORD_WRONG');
    await endOtherSessions(tx, actor.id, kept);
    await endPendingSignIns(tx, actor.id);
    if (actor.administers) {
      await recordAction(tx, actor, origin, {
        action: 'user.change-password',
        subject: { type: 'user', id: actor.id, name: personName(actor) },
      });
    }
    tx.afterCommit(() => services.live.publish({ user: actor.id }, { type: 'session' }));
  });
}

/**
 * Replaces a password without the old one: a temporary one, or a forgotten one, whose hash is `replaced`. Ends every
 * session and sign-in. @returns the new hash. @throws AppError SIGN_IN_EXPIRED when it is another one meanwhile
 */
export async function replacePassword(
  services: Services,
  user: UserRecord,
  origin: Origin,
  password: string,
  replaced: string,
): Promise<string> {
  checkNewPassword(services.config, password, contextOf(user));
  if (await passwordMatches(replaced, password)) throw fail('PASSWORD_UNCHANGED');
  const passwordHash = await hashPassword(password);
  await transaction(services.db, async (tx) => {
    if ((await accountsStore.setPassword.run(tx, user.id, passwordHash, replaced)) === 0)
      throw fail('SIGN_IN_EXPIRED');
    await endSessions(tx, user.id);
    await endPendingSignIns(tx, user.id);
    if (user.role === 'admin') {
      await recordAction(tx, user, origin, {
        action: 'user.change-password',
        subject: { type: 'user', id: user.id, name: personName(user) },
      });
    }
    tx.afterCommit(() => services.live.publish({ user: user.id }, { type: 'session' }));
  });
  return passwordHash;
}
