import { limits } from '@almas/contract/limits';
import type { UserRecord } from '../../authorization/identity.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { userColumns } from './user-record.ts';

/** A field that is left out is stored as ''. */
interface NewAccount {
  readonly email: string;
  readonly passwordHash: string;
  readonly role: 'reseller' | 'admin';
  readonly status: 'pending' | 'active';
  readonly displayName: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly company?: string;
  readonly phone?: string;
  readonly address?: string;
  readonly city?: string;
  readonly postalCode?: string;
}

export interface Credentials {
  readonly id: string;
  readonly passwordHash: string;
  readonly disabled: boolean;
  /** The account has signed in from this network before. */
  readonly knowsNetwork: boolean;
}

const insert = statement<
  {
    email: string;
    passwordHash: string;
    role: string;
    status: string;
    firstName: string;
    lastName: string;
    displayName: string;
    company: string;
    phone: string;
    address: string;
    city: string;
    postalCode: string;
  },
  UserRecord
>(
  'accounts.insert',
  `INSERT INTO users AS u (email, password_hash, role, status, first_name, last_name, display_name, company, phone,
     address, city, postal_code)
   VALUES (:email, :password_hash, :role, :status, :first_name, :last_name, :display_name, :company, :phone, :address, :city, :postal_code) RETURNING ${userColumns}`,
);

/** Inserts an account with a balance of 0. @throws the database's error on `users_email` when the email is taken */
export const insertAccount = (db: Queryable, account: NewAccount): Promise<UserRecord> => {
  const { email, passwordHash, role, status, displayName } = account;
  const { firstName = '', lastName = '', company = '', phone = '' } = account;
  const { address = '', city = '', postalCode = '' } = account;
  return insert.one(db, {
    email,
    passwordHash,
    role,
    status,
    firstName,
    lastName,
    displayName,
    company,
    phone,
    address,
    city,
    postalCode,
  });
};

export const accountsStore = {
  /** Ignores the case of the email. `network`: for `knowsNetwork`; '' when it is not needed. */
  credentials: statement<[email: string, network: string], Credentials>(
    'accounts.credentials',
    `SELECT u.id, u.password_hash AS "passwordHash", u.disabled, n.network IS NOT NULL AS "knowsNetwork"
     FROM users u LEFT JOIN sign_in_networks n ON n.user_id = u.id AND n.network = $2
     WHERE lower(u.email) = lower($1)`,
  ),
  byId: statement<[string], UserRecord>(
    'accounts.by-id',
    `SELECT ${userColumns} FROM users u WHERE u.id = $1`,
  ),
  lockById: statement<[string], UserRecord>(
    'accounts.lock-by-id',
    `SELECT ${userColumns} FROM users u WHERE u.id = $1 FOR NO KEY UPDATE`,
  ),
  activate: statement<[id: string, activatedBy: string | null], UserRecord>(
    'accounts.activate',
    `UPDATE users u SET status = 'active', activated_by = $2, activated_at = clock_timestamp(),
       updated_at = clock_timestamp() WHERE u.id = $1 RETURNING ${userColumns}`,
  ),
  deactivate: statement<[id: string, deactivatedBy: string, reason: string], UserRecord>(
    'accounts.deactivate',
    `UPDATE users u SET status = 'inactive', deactivated_by = $2, deactivated_at = clock_timestamp(),
       deactivation_reason = $3, updated_at = clock_timestamp() WHERE u.id = $1 RETURNING ${userColumns}`,
  ),
  updateProfile: statement<
    {
      id: string;
      firstName: string | null;
      lastName: string | null;
      phone: string | null;
      company: string | null;
      address: string | null;
      city: string | null;
      postalCode: string | null;
    },
    UserRecord
  >(
    'accounts.update-profile',
    `UPDATE users u SET first_name = coalesce(:first_name, first_name), last_name = coalesce(:last_name, last_name),
       phone = coalesce(:phone, phone), company = coalesce(:company, company), address = coalesce(:address, address),
       city = coalesce(:city, city), postal_code = coalesce(:postal_code, postal_code),
       display_name = trim(coalesce(:first_name, first_name) || ' ' || coalesce(:last_name, last_name)),
       updated_at = clock_timestamp()
     WHERE u.id = :id RETURNING ${userColumns}`,
  ),
  /** Writes nothing when the stored hash is no longer `replaced`: the password was changed meanwhile. */
  setPassword: statement<[id: string, passwordHash: string, replaced: string]>(
    'accounts.set-password',
    `UPDATE users SET password_hash = $2, temporary_password_until = NULL, temporary_password_device = NULL,
       updated_at = clock_timestamp() WHERE id = $1 AND password_hash = $3`,
  ),
  /** It expires, must be replaced at its first use, and works on one device only. */
  setTemporaryPassword: statement<[id: string, passwordHash: string]>(
    'accounts.set-temporary-password',
    `UPDATE users SET password_hash = $2, temporary_password_device = NULL, updated_at = clock_timestamp(),
       temporary_password_until = clock_timestamp() + interval '${limits.temporaryPasswordHours} hours' WHERE id = $1`,
  ),
  anyAdministrator: statement<[], { exists: boolean }>(
    'accounts.any-administrator',
    `SELECT EXISTS (SELECT FROM users WHERE role = 'admin')`,
  ),
};
