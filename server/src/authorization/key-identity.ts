import type { KeyScope, Route } from '@almas/contract/route';
import { fail, failUntil } from '../app-error.ts';
import { presentedKey } from './api-key.ts';
import type { Caller, Identity, PresentedKey } from './identity.ts';
import { checkStatusAndRole } from './rights.ts';

/** What the database holds of a key. */
export interface KnownKey {
  /** The account of the key. */
  readonly caller: Caller;
  readonly scopes: readonly KeyScope[];
  readonly isRevoked: boolean;
  /** It may be used from the address of the call. */
  readonly isAllowed: boolean;
}

/** Looks up API keys; the module of the API implements it (modules/reseller-api/known-keys.ts). */
export interface KnownKeys {
  /** Read from the database each time: a revoked key is refused from the next call on. */
  identify(key: PresentedKey): Promise<KnownKey | undefined>;
  /** Counts a call. @returns the seconds to wait when the key has made too many */
  countCall(key: PresentedKey): number | undefined;
  /** Writes the last use of a key, at most once in five minutes. Does not wait for the write. */
  recordUse(key: PresentedKey): void;
}

/** SQL condition for a key `k` that may make a call of this scope from this address. Every statement that resolves a key uses it. */
export const liveKeySql = (keyHash: string, scope: KeyScope, address: string): string =>
  `k.key_hash = ${keyHash} AND k.revoked_at IS NULL AND '${scope}' = ANY (k.scopes) AND ${allowedAddressSql(address)}`;

/** SQL condition for a key `k` without networks, or with one that the address belongs to. */
export const allowedAddressSql = (address: string): string =>
  `(k.networks = '{}' OR nullif(${address}, '')::inet <<= ANY (k.networks))`;

/**
 * The identity of an API key; the key is looked up when it is needed.
 * @throws AppError UNAUTHENTICATED without a key, or for a text that is none
 */
export function keyIdentity(
  route: Route,
  authorization: string | undefined,
  address: string,
  keys: KnownKeys,
): Identity {
  const key = presentedKey(authorization, address);
  if (!key) throw fail('UNAUTHENTICATED');
  const caller = async () => {
    const known = await keys.identify(key);
    if (!known) throw fail('UNAUTHENTICATED');
    if (known.isRevoked) throw fail('KEY_REVOKED');
    if (!known.isAllowed) throw fail('ADDRESS_NOT_ALLOWED');
    if (route.keyScope && !known.scopes.includes(route.keyScope)) throw fail('SCOPE_MISSING');
    const wait = keys.countCall(key);
    if (wait !== undefined) throw failUntil('TOO_MANY_CALLS', wait);
    return known.caller;
  };
  const admittedCaller = async () => {
    const found = await caller();
    checkStatusAndRole(found.actor, route);
    return found;
  };
  return { walletId: null, isCashier: false, sessionHash: () => null, key, caller, admittedCaller };
}
