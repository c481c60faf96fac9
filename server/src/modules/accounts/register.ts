import type { Registration } from '@almas/contract/forms';
import { rateLimits } from '@almas/contract/limits';
import { personName } from '@almas/contract/person-name';
import { stored } from '@almas/locale';
import type { z } from 'zod';
import { fail, failUntil } from '../../app-error.ts';
import type { UserRecord } from '../../authorization/identity.ts';
import type { Turn } from '../../bounded-queue.ts';
import { duplicateOf } from '../../database/failures.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { networkOf, wideNetworkOf } from '../../limits/network.ts';
import { attemptFrom, countAttempt, uncountAttempt, uncountAttemptFrom } from '../../limits/rate-limit.ts';
import type { NewNotification } from '../../ports.ts';
import type { Services } from '../../services.ts';
import { raiseRegistrationFlood } from '../alerts/raise-alert.ts';
import { accountsStore, insertAccount } from './accounts.store.ts';
import { administratorIds } from './find-user.ts';
import { attemptThrottle } from './login.ts';
import { checkNewPassword } from './password-policy.ts';
import { hashPassword } from './passwords.ts';

/** A registration reveals whether an email is known: bounds how many emails one network can probe. */
const probing = { attempts: 30, windowSeconds: 900 };
/**
 * Registrations over all networks; more than this is an attack that fills the list of pending accounts. Beyond: delayed, so that it
 * closes registration for no one.
 */
const everywhere = { attempts: 1_000, windowSeconds: 3_600 };

type Form = z.output<typeof Registration>;

/**
 * Checks a registration before its transaction. @returns the hash of its password
 * @throws AppError PASSWORDS_DIFFER, WEAK_PASSWORD, TOO_MANY_LOGIN_ATTEMPTS, EMAIL_TAKEN
 */
export async function prepareRegistration(
  services: Pick<Services, 'db' | 'config' | 'log'>,
  form: Form,
  ip: string,
): Promise<string> {
  if (form.confirmation !== undefined && form.confirmation !== form.password) throw fail('PASSWORDS_DIFFER');
  const { email, firstName, lastName, company } = form;
  checkNewPassword(services.config, form.password, [email, firstName, lastName, company]);
  const probes = await attemptFrom(services.db, 'register_address', ip, probing);
  if (probes !== undefined) throw failUntil('TOO_MANY_LOGIN_ATTEMPTS', probes);
  const network = networkOf(ip);
  // Counted after the look-up: an email that is known opens no account, and costs the others nothing.
  if (await accountsStore.credentials.first(services.db, email, network)) throw fail('EMAIL_TAKEN');
  const { attempts } = await countRegistration(services, ip);
  const turn: Turn = { network: wideNetworkOf(ip) };
  const hash = () => hashPassword(form.password, turn);
  try {
    if (attempts <= everywhere.attempts) return await hash();
    if (attempts === everywhere.attempts + 1) raiseRegistrationFlood(services.log, attempts);
    return await attemptThrottle.run('registration', hash, turn);
  } catch (error) {
    await uncountRegistration(services, ip);
    throw error;
  }
}

/**
 * Inserts a pending reseller with a balance of 0.
 * @returns the account, and a notification for every active administrator. @throws AppError EMAIL_TAKEN
 */
export async function insertRegistration(
  tx: DbTransaction,
  form: Form,
  passwordHash: string,
  ip: string,
): Promise<{ user: UserRecord; notifications: NewNotification[] }> {
  try {
    const { email, firstName, lastName, company, phone, address, city, postalCode } = form;
    const user = await insertAccount(tx, {
      email,
      passwordHash,
      role: 'reseller',
      status: 'pending',
      displayName: `${firstName} ${lastName}`,
      firstName,
      lastName,
      company,
      phone,
      address,
      city,
      postalCode,
    });
    const text = stored.notifications.accountRegistered(personName(user), user.company);
    const administrators = await administratorIds(tx);
    await uncountAttemptFrom(tx, 'register_address', ip);
    const data = { userId: user.id };
    return {
      user,
      notifications: administrators.map((userId) => ({ userId, type: 'account_registered', ...text, data })),
    };
  } catch (error) {
    if (duplicateOf(error) !== 'users_email') throw error;
    throw fail('EMAIL_TAKEN');
  }
}

/** Counts an account that is about to be opened. @returns its number over all networks @throws AppError TOO_MANY_LOGIN_ATTEMPTS */
async function countRegistration(
  { db, config }: Pick<Services, 'db' | 'config'>,
  ip: string,
): Promise<{ attempts: number }> {
  const perNetwork = { ...rateLimits.registration, attempts: config.rateLimits.registration };
  const wait = await attemptFrom(db, 'registration', ip, perNetwork);
  if (wait !== undefined) throw failUntil('TOO_MANY_LOGIN_ATTEMPTS', wait);
  return countAttempt(db, 'registration_all', '', everywhere);
}

/** Gives the count of a registration back that opened no account. */
export async function uncountRegistration({ db }: Pick<Services, 'db'>, ip: string): Promise<void> {
  await uncountAttemptFrom(db, 'registration', ip);
  await uncountAttempt(db, 'registration_all', '');
}
