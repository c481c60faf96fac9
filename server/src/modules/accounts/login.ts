import { rateLimits } from '@almas/contract/limits';
import type { UserRecord } from '../../actor.ts';
import { networkOf } from '../../limits/network.ts';
import { attempt, type CountedAction, clearAttempts, type Rate } from '../../limits/rate-limit.ts';
import { refuse, refuseUntil } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { accountsStore } from './accounts.store.ts';
import { passwordMatches } from './passwords.ts';

/** Wider nets behind the specification's one: many networks on one account, one network on many accounts. */
const perAccount: Rate = { attempts: 100, windowSeconds: 900 };
const perNetwork: Rate = { attempts: 1_000, windowSeconds: 900 };

/**
 * Checks an email and a password. Unknown email and wrong password are the same answer in the same time (AMB-83);
 * ten tries of one email from one network in 15 minutes, cleared by a success (AMB-13).
 * @throws Refusal TOO_MANY_LOGIN_ATTEMPTS, INVALID_CREDENTIALS, ACCOUNT_DISABLED
 */
export async function login(
  services: Services,
  { email, password }: { email: string; password: string },
  ip: string,
): Promise<UserRecord> {
  const account = email.toLowerCase();
  const network = networkOf(ip);
  const limits: [CountedAction, string, Rate][] = [
    [
      'login_attempt',
      `${account} ${network}`,
      { ...rateLimits.login_attempt, attempts: services.config.rateLimits.login_attempt },
    ],
    ['login_account', account, perAccount],
    ['login_address', network, perNetwork],
  ];
  for (const [action, subject, rate] of limits) {
    const wait = await attempt(services.db, action, subject, rate);
    if (wait !== undefined) throw refuseUntil('TOO_MANY_LOGIN_ATTEMPTS', wait);
  }
  const known = await accountsStore.credentials.first(services.db, email);
  if (!(await passwordMatches(known?.passwordHash, password)) || !known) throw refuse('INVALID_CREDENTIALS');
  if (known.disabled) throw refuse('ACCOUNT_DISABLED');
  for (const [action, subject] of limits) await clearAttempts(services.db, action, subject);
  return accountsStore.byId.one(services.db, known.id);
}
