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

/** A session as a call claims it by its cookie, before it is resolved. */
export interface ClaimedSession {
  /** What is stored of its token. */
  hash(): Buffer;
  /** The account behind it, as stored right now. @throws AppError UNAUTHENTICATED */
  account(): Promise<Actor>;
  /** The same, when its role and status may make the call. @throws AppError UNAUTHENTICATED or the route's own */
  caller(): Promise<Actor>;
}

/** Where a call came from, for the audit trail. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string;
}
