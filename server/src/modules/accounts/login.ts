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
import { DelayedTries } from './delayed-tries.ts';
import type { Device, KnownDevices } from './known-device.ts';
import { passwordMatches } from './passwords.ts';
import { storeNetwork } from './sign-in-networks.ts';

/** One network on many accounts: refused, except from a known device. */
const perNetwork: Rate = { attempts: 1_000, windowSeconds: 900 };
/** Failures on one account over all networks: beyond, tries from unknown networks and devices are delayed, never refused. */
const perAccount: Rate = { attempts: 100, windowSeconds: 900 };
/** A device that tries more often than this, over all networks, is no longer taken for its owner's. */
const perDevice: Rate = { attempts: 20, windowSeconds: 900 };

const delayedTries = new DelayedTries({ milliseconds: 1_000, perAccount: 10, inAll: 100 });

/** Where a sign-in comes from. */
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
 * Checks an email and a password. Unknown email and wrong password are the same answer in the same time (AMB-83);
 * ten tries of one email from one network in 15 minutes, cleared by a success (AMB-13). Behind one address of a mobile network there
 * are thousands of customers: where others have used up its tries, a known device has the same number of its own.
 * @throws AppError TOO_MANY_LOGIN_ATTEMPTS, UNAVAILABLE, INVALID_CREDENTIALS, ACCOUNT_DISABLED
 */
export async function login(
  services: Pick<Services, 'db' | 'config'>,
  { email, password }: { email: string; password: string },
  from: SignInOrigin,
): Promise<SignedIn> {
  const { db, config } = services;
  // What is counted is what is looked up: the database alone would take more spellings for the same email.
  const account = email.toLowerCase();
  const network = networkOf(from.ip);
  const perAddress: Rate = { ...rateLimits.login_attempt, attempts: config.rateLimits.login_attempt };
  // Counted before anything is looked up: of many tries at the same time those beyond a limit learn nothing. The network
  // first: each email that is tried has a row of its own.
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
  const deviceTries = await countKnownDevice(services, found, from);
  if (wait !== undefined && deviceTries > perAddress.attempts)
    throw failUntil('TOO_MANY_LOGIN_ATTEMPTS', wait);
  const isKnown = found?.knowsNetwork || deviceTries <= perDevice.attempts;
  const check = () => passwordMatches(found?.passwordHash, password, { network, first: isKnown });
  const isGuessed =
    !isKnown && (await countAttempt(db, 'login_account', account, perAccount)).attempts > perAccount.attempts;
  const matches = await (isGuessed ? delayedTries.run(account, check) : check());
  if (!matches || !found) throw fail('INVALID_CREDENTIALS');
  if (found.disabled) throw fail('ACCOUNT_DISABLED');
  // Its own share and no more: an account owner must not be able to clear the counter of the whole network.
  await clearAttempts(db, 'login_attempt', `${account} ${network}`);
  if (from.device) await clearAttempts(db, 'login_device', deviceSubject(from.device, found));
  await storeNetwork(db, found.id, network);
  return { user: await accountsStore.byId.one(db, found.id), credentials: found };
}

/** Accounts that share a device do not share its tries: a success clears those of its own account alone. */
const deviceSubject = ({ nonce }: Device, { id }: Credentials): string => `${nonce} ${id}`;

/** Counts a try of a device that has signed in to the account before. @returns which one it is; Infinity of any other device */
async function countKnownDevice(
  { db }: Pick<Services, 'db'>,
  found: Credentials | undefined,
  { device, devices }: SignInOrigin,
): Promise<number> {
  if (!device || !found || !devices.isKnown(device, found)) return Number.POSITIVE_INFINITY;
  return (await countAttempt(db, 'login_device', deviceSubject(device, found), perDevice)).attempts;
}
