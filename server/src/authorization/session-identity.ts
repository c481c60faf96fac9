import type { Route } from '@almas/contract/route';
import { fail } from '../app-error.ts';
import type { Caller, Identity } from './identity.ts';
import { checkCashier, checkStatusAndRole } from './rights.ts';

/** Looks up sessions; the accounts module implements it (modules/accounts/sessions.ts). */
export interface KnownSessions {
  /** The caller of a valid session, read from the database each time; undefined when the session is not valid. */
  identify(token: string): Promise<Caller | undefined>;
  /** The same for many tokens in one query, in their order. */
  identifyAll(tokens: readonly string[]): Promise<(Caller | undefined)[]>;
  /** The hash under which a token is stored. */
  hash(token: string): Buffer;
  /** Restarts the idle time of a session, at most once in five minutes. Does not wait for the write. */
  recordUse(hash: Buffer): void;
}

/** The token of a cashier's session begins with one more letter, so that a sale knows its statement without a query. */
export const cashierToken = (token: string): string => `c${token}`;
const isCashierToken = (token: string): boolean => token.length === 44;

/** The identity of a session token; the session is looked up when it is needed. @throws AppError UNAUTHENTICATED without a token */
export function sessionIdentity(route: Route, token: string | undefined, sessions: KnownSessions): Identity {
  if (token === undefined) throw fail('UNAUTHENTICATED');
  const caller = async () => {
    const found = await sessions.identify(token);
    if (!found) throw fail('UNAUTHENTICATED');
    return found;
  };
  const checkedCaller = async () => {
    const found = await caller();
    checkCashier(found.actor, route);
    checkStatusAndRole(found.actor, route);
    return found;
  };
  // One lookup for all uses: a refused call needs its caller in several places.
  let checked: Promise<Caller> | undefined;
  const admittedCaller = () => {
    checked ??= checkedCaller();
    return checked;
  };
  let hashed: Buffer | undefined;
  const sessionHash = () => {
    hashed ??= sessions.hash(token);
    return hashed;
  };
  return { walletId: null, isCashier: isCashierToken(token), sessionHash, key: null, caller, admittedCaller };
}
