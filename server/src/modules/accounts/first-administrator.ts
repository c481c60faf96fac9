import { firstAdministratorTexts } from '@almas/locale/runtime';
import { holdLock } from '../../database/locks.ts';
import { transaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { operator, recordAction } from '../audit-trail/record-action.ts';
import { accountsStore, insertAccount } from './accounts.store.ts';
import { hashPassword, randomPassword } from './passwords.ts';

const defaultEmail = 'admin@almas.local';

export interface FirstAdministrator {
  readonly email: string;
  /** A generated password, stored as a hash only; undefined when it was configured. */
  readonly password: string | undefined;
}

/**
 * Creates an administrator when there is none; undefined when there is one. Safe when several servers start at the same time.
 * @param keep keeps the generated password before the account exists: when it throws, there is no account
 */
export function ensureFirstAdministrator(
  services: Services,
  keep: (email: string, password: string) => void = () => undefined,
): Promise<FirstAdministrator | undefined> {
  const { adminEmail = defaultEmail, adminPassword } = services.config;
  return transaction(services.db, async (tx) => {
    await holdLock(tx, 'firstAdministrator');
    if ((await accountsStore.anyAdministrator.one(tx)).exists) return undefined;
    const generated = adminPassword ? undefined : randomPassword();
    const passwordHash = await hashPassword(adminPassword ?? generated ?? '');
    const { firstName, lastName } = firstAdministratorTexts;
    const admin = await insertAccount(tx, {
      email: adminEmail,
      passwordHash,
      role: 'admin',
      status: 'active',
      displayName: `${firstName} ${lastName}`.trim(),
      firstName,
      lastName,
      company: 'Almas',
    });
    await recordAction(tx, operator, undefined, {
      action: 'user.create-administrator',
      subject: { type: 'user', id: admin.id, name: admin.email },
    });
    if (generated !== undefined) keep(admin.email, generated);
    return { email: admin.email, password: generated };
  });
}
