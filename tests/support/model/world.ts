import type { ErrorCode } from '@almas/contract/errors';
import type { Random } from '../random.ts';

/*
 * A model of the product's rules, written from the specification and not from the server: the expected response of each call and its
 * effect. Amounts are whole centimes; ids are those of the server.
 */
export interface User {
  readonly name: string;
  readonly role: 'reseller' | 'admin';
  status: 'pending' | 'active' | 'inactive';
  balance: number;
  id: string;
  email: string;
  cookie: string;
}

export interface Offer {
  id: string;
  name: string;
  price: number;
  /** Unsold codes, the oldest first. */
  unsold: string[];
}

export interface Product {
  id: string;
  name: string;
  status: 'active' | 'inactive' | 'draft';
  offers: Offer[];
}

interface Request<Status extends string> {
  id: string;
  readonly owner: User;
  readonly amount: number;
  status: Status;
}
type RechargeRequest = Request<'pending' | 'approved' | 'rejected' | 'cancelled'>;
type FreeFireRequest = Request<'pending' | 'validated' | 'refused'>;

export interface World {
  readonly users: User[];
  products: Product[];
  /** Every code ever imported: none is sold twice. */
  readonly codes: string[];
  readonly soldCodes: Set<string>;
  readonly rechargeRequests: RechargeRequest[];
  readonly freeFireRequests: FreeFireRequest[];
  /** Transactions that a debit can correct; `left`: centimes that no debit has taken back yet. */
  readonly transactions: { readonly id: string; readonly owner: User; left: number }[];
  /** Free Fire prices by offer. */
  readonly prices: Map<string, number>;
  readonly service: {
    isActive: boolean;
    maintenanceMode: boolean;
    startHour: number;
    endHour: number;
    workingDays: number[];
  };
  now: Date;
  readonly keys: Map<string, { readonly input: string; readonly response: unknown }>;
  /** Executed calls with a key, to be repeated. */
  readonly replayable: Operation[];
  readonly random: Random;
  /** Returns a unique text for names, emails, codes and keys. */
  fresh(): string;
}

/** The expected response of a call. */
export type Expected =
  | { readonly refused: ErrorCode; readonly figures?: Readonly<Record<string, number>> }
  | {
      readonly done: Readonly<Record<string, unknown>>;
      /** Takes over the ids from the server's response. */
      // biome-ignore lint/suspicious/noExplicitAny: responses of every shape
      readonly learn?: (body: any) => void;
    }
  /** Exactly the response of the first call with this key. */
  | { readonly replayed: unknown };

export interface Operation {
  readonly name: string;
  /** undefined: no session. */
  readonly actor: User | undefined;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly body?: object;
  readonly key?: string;
  /** Computes the expected response and changes the model; called once for each time that the call is sent. */
  readonly rule: () => Expected;
}

export const balanceMax = 1_000_000_000;
export const unknownUserId = '00000000-0000-4000-8000-00000000000f';
export const unknownNumber = '999999999';
export const refused = (code: ErrorCode, figures?: Record<string, number>): Expected => ({
  refused: code,
  ...(figures && { figures }),
});
export const dinars = (centimes: number): number => centimes / 100;
