import type { Centimes } from './money/amount.ts';

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
  /** A second factor is on. */
  readonly secondFactor: boolean;
  /** An administrator asks this account for one. */
  readonly secondFactorRequired: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The account that acts: always the session's, never an id of the request body (AMB-12). */
export interface Actor extends UserRecord {
  /** Has the rights of an administrator: role and status together (AMB-21). Nothing else asks an actor's role for a right. */
  readonly administers: boolean;
  /** A second factor was given in this session within the last ten minutes. */
  readonly confirmed: boolean;
}

/** The one place where role and status make an administrator. */
export const actorOf = (account: UserRecord & { readonly confirmed?: boolean }): Actor =>
  Object.assign(account, {
    administers: account.role === 'admin' && account.status === 'active',
    confirmed: account.confirmed ?? false,
  });

/** Who calls, whatever proves it: today a session's cookie, or the account itself for calls made inside the server. */
export interface Identity {
  /** The account, when it is known without asking the database. */
  readonly accountId: string | null;
  /** What is stored of the session's token; null without a session. */
  sessionHash(): Buffer | null;
  /** The account as stored right now. @throws AppError UNAUTHENTICATED */
  account(): Promise<Actor>;
  /** The same, when its role and status may make the call. @throws AppError UNAUTHENTICATED or the route's own */
  caller(): Promise<Actor>;
}

/** The identity of an account that acts without a session. */
export const identityOf = (actor: Actor): Identity => ({
  accountId: actor.id,
  sessionHash: () => null,
  account: async () => actor,
  caller: async () => actor,
});

/** Condition on `sessions s`: it proves an identity. The only such rule, for every statement that resolves a session. */
export const liveSessionSql = (tokenHash: string): string =>
  `s.token_hash = ${tokenHash} AND s.expires_at > now()`;

/** Where a call came from, for the audit trail. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string;
}
