import { rateLimits } from '@almas/contract/limits';
import { fail, failUntil } from '../../app-error.ts';
import type { UserRecord } from '../../authorization/identity.ts';
import type { Turn } from '../../bounded-queue.ts';
import { networkOf, wideNetworkOf } from '../../limits/network.ts';
import {
  attempt,
  attemptFrom,
  clearAttempts,
  clearAttemptsFrom,
  countAttempt,
  type Rate,
} from '../../limits/rate-limit.ts';
import type { Services } from '../../services.ts';
import { accountsStore, type Credentials } from './accounts.store.ts';
import { AttemptThrottle } from './attempt-throttle.ts';
import type { Device, KnownDevices } from './known-device.ts';
import { passwordMatches } from './passwords.ts';
import { storeNetwork } from './sign-in-networks.ts';

/** Attempts of one network on all accounts. Beyond: refused, except from a known device. */
const perNetwork: Rate = { attempts: 1_000, windowSeconds: 900 };
/** Attempts on one account from unknown networks and devices. Beyond: delayed, never refused. */
const perAccount: Rate = { attempts: 100, windowSeconds: 900 };

/**
 * Two tries a second on an account under attack. The longest queue passes in 15 seconds, before a browser gives up; every waiting try
 * holds a connection.
 */
export const attemptThrottle = new AttemptThrottle({
  milliseconds: 1_000,
  concurrency: 2,
  perAccount: 30,
  inAll: 200,
});

export interface SignInOrigin {
  readonly ip: string;
  readonly device: Device | undefined;
  readonly devices: KnownDevices;
  /** Whether the caller has closed its connection. */
  readonly hasLeft: () => boolean;
}

export interface SignedIn {
  readonly user: UserRecord;
  readonly credentials: Credentials;
}

/**
 * Checks an email and a password. An unknown email and a wrong password give the same response in the same time (AMB-83). Two counters:
 * - of the account: ten attempts in 15 minutes per network, reset by a success (AMB-13). Thousands of customers of a mobile network
 *   share one address, so a device that the account knows counts as a network of its own. Of unknown networks all together, which
 *   delays and refuses none.
 * - of the network, on all accounts.
 * @throws AppError TOO_MANY_LOGIN_ATTEMPTS, UNAVAILABLE, INVALID_CREDENTIALS, ACCOUNT_DISABLED
 */
export async function login(
  services: Pick<Services, 'db' | 'config'>,
  { email, password }: { email: string; password: string },
  { ip, device: sent, devices, hasLeft }: SignInOrigin,
): Promise<SignedIn> {
  const { db, config } = services;
  // Counts the same spelling that is looked up: the lookup ignores case, and each spelling would have its own count.
  const account = email.toLowerCase();
  const network = networkOf(ip);
  const perOrigin: Rate = { ...rateLimits.login_attempt, attempts: config.rateLimits.login_attempt };
  // Counted before the lookup: concurrent attempts beyond a limit learn nothing. Before the account, because every email adds a row.
  const wait = await attemptFrom(db, 'login_address', ip, perNetwork);
  if (wait !== undefined && !sent) throw failUntil('TOO_MANY_LOGIN_ATTEMPTS', wait);
  const found = await accountsStore.credentials.first(db, account, network);
  const device = sent && found && devices.isKnown(sent, found) ? `${account} ${sent.nonce}` : undefined;
  const refusal = device
    ? await attempt(db, 'login_attempt', device, perOrigin)
    : (wait ?? (await attemptFrom(db, 'login_attempt', ip, perOrigin, account)));
  if (refusal !== undefined) throw failUntil('TOO_MANY_LOGIN_ATTEMPTS', refusal);
  const isKnown = device !== undefined || found?.knowsNetwork === true;
  const turn: Turn = { network: wideNetworkOf(ip), first: isKnown, hasLeft };
  const check = () => passwordMatches(found?.passwordHash, password, turn);
  // The last word says which count it is: an email is any text, and may end like a network.
  const isGuessed =
    !isKnown &&
    (await countAttempt(db, 'login_attempt', `${account} *`, perAccount)).attempts > perAccount.attempts;
  const matches = await (isGuessed ? attemptThrottle.run(account, check, turn) : check());
  if (!matches || !found) throw fail('INVALID_CREDENTIALS');
  if (found.disabled) throw fail('ACCOUNT_DISABLED');
  // Not the count of the network: the owner of one account must not be able to reset it.
  await (device
    ? clearAttempts(db, 'login_attempt', device)
    : clearAttemptsFrom(db, 'login_attempt', ip, account));
  await storeNetwork(db, found.id, network);
  const user = await accountsStore.byId.one(db, found.id);
  // The check may have waited, and the account was given another email meanwhile.
  if (user.email.toLowerCase() !== account) throw fail('INVALID_CREDENTIALS');
  return { user, credentials: found };
}
