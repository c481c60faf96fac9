import { personName } from '@almas/contract/person-name';
import { type DbTransaction, transaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { operator, recordAction } from '../audit-trail/record-action.ts';
import { accountsStore } from './accounts.store.ts';
import { hashPassword, randomPassword } from './passwords.ts';
import { endPendingSignIns } from './pending-sign-ins.ts';
import { dropSecondFactor } from './second-factor.ts';
import { endSessions } from './sessions.ts';

/**
 * Sets a temporary password for an administrator from the command line and ends every session of the account (AMB-24). With
 * `dropFactor` it also removes the second factor. Recorded in the audit trail as the operator's.
 * @returns the password, which is not stored; undefined when no administrator has this email
 */
export async function resetAdministratorPassword(
  services: Pick<Services, 'db'>,
  email: string,
  dropFactor = false,
): Promise<string | undefined> {
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  const done = await transaction(services.db, (tx) => reset(tx, email, passwordHash, dropFactor));
  return done ? password : undefined;
}

async function reset(
  tx: DbTransaction,
  email: string,
  passwordHash: string,
  dropFactor: boolean,
): Promise<boolean> {
  const known = await accountsStore.credentials.first(tx, email, '');
  const user = known && (await accountsStore.lockById.first(tx, known.id));
  if (user?.role !== 'admin') return false;
  await accountsStore.setTemporaryPassword.run(tx, user.id, passwordHash);
  await endSessions(tx, user.id);
  await endPendingSignIns(tx, user.id);
  if (dropFactor && user.secondFactor) await dropSecondFactor(tx, user.id);
  await recordAction(tx, operator, undefined, {
    action: 'user.reset-password',
    subject: { type: 'user', id: user.id, name: personName(user) },
    ...(dropFactor && { after: { secondFactor: false } }),
  });
  return true;
}
