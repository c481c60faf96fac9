import type { Registration } from '@almas/contract/accounts';
import type { z } from 'zod';
import type { UserRecord } from '../../actor.ts';
import { duplicateOf } from '../../database/failures.ts';
import { networkOf } from '../../limits/network.ts';
import { attempt, blocked } from '../../limits/rate-limit.ts';
import { refuse, refuseUntil } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { accountsStore } from './accounts.store.ts';
import { hashPassword } from './passwords.ts';

/** A registration tells whether an email is known; so many tries from one network and it tells nothing more. */
const probing = { attempts: 30, windowSeconds: 900 };

/**
 * Registers a reseller, pending and with an empty balance, whatever else the body says (SPEC §4 Account).
 * @throws Refusal PASSWORDS_DIFFER, WEAK_PASSWORD, EMAIL_TAKEN
 */
export async function register(
  services: Services,
  form: z.output<typeof Registration>,
  ip: string,
): Promise<UserRecord> {
  if (form.confirmation !== undefined && form.confirmation !== form.password)
    throw refuse('PASSWORDS_DIFFER');
  if (form.password.length < services.config.passwordMinLength) throw refuse('WEAK_PASSWORD');
  const network = networkOf(ip);
  const wait = await blocked(services.db, 'register_address', network, probing);
  if (wait !== undefined) throw refuseUntil('TOO_MANY_LOGIN_ATTEMPTS', wait);
  const passwordHash = await hashPassword(form.password);
  try {
    return await accountsStore.insert.one(
      services.db,
      form.email,
      passwordHash,
      'reseller',
      'pending',
      form.firstName,
      form.lastName,
      `${form.firstName} ${form.lastName}`,
      form.company,
      form.phone,
      form.address,
      form.city,
      form.postalCode,
    );
  } catch (error) {
    if (duplicateOf(error) !== 'users_email') throw error;
    await attempt(services.db, 'register_address', network, probing);
    throw refuse('EMAIL_TAKEN');
  }
}
