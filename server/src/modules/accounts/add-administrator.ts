import { personName } from '@almas/contract/person-name';
import type { UserRecord } from '../../authorization/identity.ts';
import { duplicateOf } from '../../database/failures.ts';
import { transaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { operator, recordAction } from '../audit-trail/record-action.ts';
import { accountsStore, insertAccount } from './accounts.store.ts';
import { hashPassword, randomPassword } from './passwords.ts';

/**
 * Creates an administrator from the command line. Recorded in the audit trail as the operator's.
 * @returns a temporary password, which is stored as a hash only; undefined when the email is taken
 */
export async function addAdministrator(
  services: Pick<Services, 'db'>,
  email: string,
): Promise<string | undefined> {
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  const displayName = email.split('@')[0] ?? email;
  try {
    await transaction(services.db, async (tx) => {
      const made = await insertAccount(tx, {
        email,
        passwordHash,
        role: 'admin',
        status: 'active',
        displayName,
        company: 'Almas',
      });
      await accountsStore.setTemporaryPassword.run(tx, made.id, passwordHash);
      await recordAction(tx, operator, undefined, {
        action: 'user.create-administrator',
        subject: { type: 'user', id: made.id, name: made.email },
      });
    });
  } catch (error) {
    if (duplicateOf(error) === 'users_email') return undefined;
    throw error;
  }
  return password;
}

/**
 * Reactivates an administrator from the command line; the API activates resellers only (AMB-17). Recorded in the audit trail as the
 * operator's. @returns 'unknown' when no administrator has this email
 */
export function reactivateAdministrator(
  services: Pick<Services, 'db'>,
  email: string,
): Promise<'reactivated' | 'already active' | 'unknown'> {
  return transaction(services.db, async (tx) => {
    const known = await accountsStore.credentials.first(tx, email, '');
    const user = known && (await accountsStore.lockById.first(tx, known.id));
    if (user?.role !== 'admin') return 'unknown';
    if (user.status === 'active') return 'already active';
    await accountsStore.activate.one(tx, user.id, null);
    await recordAction(tx, operator, undefined, {
      action: 'user.activate',
      subject: { type: 'user', id: user.id, name: personName(user) },
      before: { status: user.status },
      after: { status: 'active' },
    });
    return 'reactivated';
  });
}

/** Creates an administrator with a name and a password that stays, for the demonstration. */
export const createDemoAdministrator = async (
  { db }: Pick<Services, 'db'>,
  person: {
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly company: string;
    readonly phone: string;
  },
  password: string,
): Promise<UserRecord> =>
  insertAccount(db, {
    ...person,
    passwordHash: await hashPassword(password),
    role: 'admin',
    status: 'active',
    displayName: `${person.firstName} ${person.lastName}`,
  });
