import type { EmployeeScope } from '@almas/contract/route';
import type { Centimes } from '../money/amount.ts';
import type { Cashier } from './cashiers.ts';

/** The account behind a session, as stored. `null` dates have not happened. */
export interface UserRecord {
  readonly id: string;
  readonly email: string;
  readonly role: 'reseller' | 'admin';
  readonly status: 'pending' | 'active' | 'inactive';
  readonly balance: Centimes;
  readonly firstName: string;
  readonly lastName: string;
  readonly displayName: string;
  readonly company: string;
  readonly phone: string;
  readonly address: string;
  readonly city: string;
  readonly postalCode: string;
  readonly lastRecharge: string | null;
  readonly lastPurchase: string | null;
  readonly activatedBy: string | null;
  readonly activatedAt: string | null;
  readonly deactivatedBy: string | null;
  readonly deactivatedAt: string | null;
  readonly deactivationReason: string | null;
  readonly internalNotes: string | null;
  readonly adminComments: string | null;
  readonly systemFlags: string[] | null;
  /** Of an employee of the owner: what it may do while `admin-scopes` is on; null for everybody else. */
  readonly scopes: EmployeeScope[] | null;
  /** A second factor is on. */
  readonly secondFactor: boolean;
  /** An administrator requires a second factor of this account. */
  readonly secondFactorRequired: boolean;
  /** Null: not frozen. A frozen account buys nothing. */
  readonly frozenAt: string | null;
  /** What it may spend in a day; null: no ceiling. */
  readonly dailyCeiling: Centimes | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The account that acts: always the session's, never an id of the request body (AMB-12). */
export interface Actor extends UserRecord {
  /** Has the rights of an administrator: role and status together (AMB-21). No other code derives a right from the role. */
  readonly administers: boolean;
  /** A second factor was given in this session within the last ten minutes. */
  readonly confirmed: boolean;
  /** What an employee is limited to; null: no limit, also while the switch is off. */
  readonly limitedTo: readonly EmployeeScope[] | null;
  /** The cashier of this account who acts, within what is open to cashiers; null: the account itself. */
  readonly cashier: Cashier | null;
  /** EXTENSIONS turns `admin-scopes` on, whatever the database says. */
  readonly scopesForced: boolean;
}

interface FoundAccount extends UserRecord {
  readonly cashier?: Cashier | null;
  readonly confirmed?: boolean;
  /** The account has scopes, and the switch is on. */
  readonly scopesApply?: boolean;
}

/** The only place that derives `administers` from role and status. */
export const actorOf = (account: FoundAccount, scopesForced = false): Actor =>
  Object.assign(account, {
    administers: account.role === 'admin' && account.status === 'active',
    confirmed: account.confirmed ?? false,
    cashier: account.cashier ?? null,
    limitedTo: account.scopesApply ? account.scopes : null,
    scopesForced,
  });

/** The account whose balance a call moves, and whose purchases, requests and customers it reads. */
export type Wallet = Pick<UserRecord, 'id' | 'email' | 'firstName' | 'lastName' | 'displayName'>;

/** Who acts, and on whose wallet. What a call reads and writes for a shop belongs to the wallet; what it records of a person, to the actor. */
export interface Caller {
  readonly actor: Actor;
  readonly wallet: Wallet;
}

/** The only place that says on whose wallet an account acts: on its own. */
export const callerOf = (actor: Actor): Caller => ({ actor, wallet: actor });

/** An API key as a call presents it. What the database holds of it decides. */
export interface PresentedKey {
  readonly id: string;
  readonly hash: Buffer;
  /** It sees the sandbox. */
  readonly isTest: boolean;
  /** Where the call comes from. */
  readonly address: string;
}

/** The identity of a caller, whatever authenticates it: a session cookie, an API key, or the account itself for calls inside the server. */
export interface Identity {
  /** The wallet, when it is known without a query. */
  readonly walletId: string | null;
  /** Whether the session is a cashier's; its statements check it. */
  readonly isCashier: boolean;
  /** The stored hash of the session's token; null without a session. */
  sessionHash(): Buffer | null;
  /** null without an API key. */
  readonly key: PresentedKey | null;
  /** Reads the caller. @throws AppError UNAUTHENTICATED */
  caller(): Promise<Caller>;
  /** The same, after a check of role and status. @throws AppError UNAUTHENTICATED or the route's own */
  admittedCaller(): Promise<Caller>;
}

/** The identity of an account that acts without a session. */
export const identityOf = (caller: Caller): Identity => ({
  walletId: caller.wallet.id,
  isCashier: false,
  sessionHash: () => null,
  key: null,
  caller: async () => caller,
  admittedCaller: async () => caller,
});

/** SQL: whether the account `u` is limited to its scopes. `forced`: a parameter, whether EXTENSIONS turns the switch on. */
export const scopesApplySql = (forced: string): string =>
  `(u.scopes IS NOT NULL AND (${forced}::boolean OR EXISTS (SELECT FROM features WHERE name = 'admin-scopes' AND enabled)))`;

/** SQL: whether the administrator `u` has this scope; null: whatever the scopes are. */
export const hasScopeSql = (scope: string, forced: string): string =>
  `(${scope}::text IS NULL OR NOT ${scopesApplySql(forced)} OR ${scope} = ANY (u.scopes))`;

/** SQL condition for a valid session `s`. Every statement that resolves a session uses this one. */
export const liveSessionSql = (tokenHash: string): string =>
  `s.token_hash = ${tokenHash} AND s.expires_at > now()`;

/** Where a call came from, for the audit trail. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string;
}
