import { rateLimits } from '@almas/contract/limits';
import type { UserRecord } from '../../actor.ts';
import { fail, failUntil } from '../../app-error.ts';
import { networkOf } from '../../limits/network.ts';
import {
  attempt,
  type CountedAction,
  clearAttempts,
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
/** Attempts of a known device over all networks. Beyond: it counts as unknown. */
const perDevice: Rate = { attempts: 20, windowSeconds: 900 };

const throttle = new AttemptThrottle({ milliseconds: 1_000, perAccount: 10, inAll: 100 });

export interface SignInOrigin {
  readonly ip: string;
  readonly device: Device | undefined;
  readonly devices: KnownDevices;
}

export interface SignedIn {
  readonly user: UserRecord;
  readonly credentials: Credentials;
}

/**
 * Checks an email and a password. An unknown email and a wrong password give the same response in the same time (AMB-83). The limit
 * is ten attempts per email and network in 15 minutes, reset by a success (AMB-13). Thousands of customers of a mobile network share
 * one address: when others have used up its attempts, a known device has the same number of its own.
 * @throws AppError TOO_MANY_LOGIN_ATTEMPTS, UNAVAILABLE, INVALID_CREDENTIALS, ACCOUNT_DISABLED
 */
export async function login(
  services: Pick<Services, 'db' | 'config'>,
  { email, password }: { email: string; password: string },
  from: SignInOrigin,
): Promise<SignedIn> {
  const { db, config } = services;
  // Counts the same spelling that is looked up: the lookup ignores case, and each spelling would have its own count.
  const account = email.toLowerCase();
  const network = networkOf(from.ip);
  const perAddress: Rate = { ...rateLimits.login_attempt, attempts: config.rateLimits.login_attempt };
  // Counted before the lookup: concurrent attempts beyond a limit learn nothing. The network first, because every email adds a
  // row to the table.
  const counted: [CountedAction, string, Rate][] = [
    ['login_address', network, perNetwork],
    ['login_attempt', `${account} ${network}`, perAddress],
  ];
  let wait: number | undefined;
  for (const [action, subject, rate] of counted) {
    wait = await attempt(db, action, subject, rate);
    if (wait !== undefined) break;
  }
  if (wait !== undefined && !from.device) throw failUntil('TOO_MANY_LOGIN_ATTEMPTS', wait);
  const found = await accountsStore.credentials.first(db, account, network);
  const deviceAttempts = await countKnownDevice(services, found, from);
  if (wait !== undefined && deviceAttempts > perAddress.attempts)
    throw failUntil('TOO_MANY_LOGIN_ATTEMPTS', wait);
  const isKnown = found?.knowsNetwork || deviceAttempts <= perDevice.attempts;
  const check = () => passwordMatches(found?.passwordHash, password, { network, first: isKnown });
  const isGuessed =
    !isKnown && (await countAttempt(db, 'login_account', account, perAccount)).attempts > perAccount.attempts;
  const matches = await (isGuessed ? throttle.run(account, check) : check());
  if (!matches || !found) throw fail('INVALID_CREDENTIALS');
  if (found.disabled) throw fail('ACCOUNT_DISABLED');
  // Not the count of the network: the owner of one account must not be able to reset it.
  await clearAttempts(db, 'login_attempt', `${account} ${network}`);
  if (from.device) await clearAttempts(db, 'login_device', deviceSubject(from.device, found));
  await storeNetwork(db, found.id, network);
  return { user: await accountsStore.byId.one(db, found.id), credentials: found };
}

/** Counted per device and account: a success resets the attempts of its own account only. */
const deviceSubject = ({ nonce }: Device, { id }: Credentials): string => `${nonce} ${id}`;

/** Counts an attempt of a device that has signed in to the account before. @returns its number; Infinity for any other device */
async function countKnownDevice(
  { db }: Pick<Services, 'db'>,
  found: Credentials | undefined,
  { device, devices }: SignInOrigin,
): Promise<number> {
  if (!device || !found || !devices.isKnown(device, found)) return Number.POSITIVE_INFINITY;
  return (await countAttempt(db, 'login_device', deviceSubject(device, found), perDevice)).attempts;
}
