import { type Transaction, transaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { operator, recordAction } from '../audit-trail/record-action.ts';
import { accountsStore } from './accounts.store.ts';
import { hashPassword, randomPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';
import { personName } from './user-record.ts';

/**
 * Gives an administrator a new password from the command line and ends every session of the account (AMB-24). Whoever
 * runs it already holds the machine, so that nothing else is asked. Recorded in the audit trail as the operator's.
 * @returns the password, shown once and kept nowhere; undefined when no administrator has this email.
 */
export async function resetAdministratorPassword(
  services: Pick<Services, 'db'>,
  email: string,
): Promise<string | undefined> {
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  const done = await transaction(services.db, (tx) => reset(tx, email, passwordHash));
  return done ? password : undefined;
}

async function reset(tx: Transaction, email: string, passwordHash: string): Promise<boolean> {
  const known = await accountsStore.credentials.first(tx, email, '');
  const user = known && (await accountsStore.lockById.first(tx, known.id));
  if (user?.role !== 'admin') return false;
  await accountsStore.setPassword.run(tx, user.id, passwordHash);
  await endSessions(tx, user.id);
  await recordAction(tx, operator, undefined, {
    action: 'user.reset-password',
    subject: { type: 'user', id: user.id, name: personName(user) },
  });
  return true;
}
