import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { FeatureName } from './features.ts';
import { bodySizes } from './limits.ts';

/**
 * Who may call, from the widest to the narrowest access:
 * anyone; any account with a session; any active account; an active reseller; an active administrator. `key`: a program with an API key of
 * an active reseller; no session makes such a call, and a key makes no other.
 */
export type Access = 'public' | 'signed-in' | 'active' | 'reseller' | 'admin' | 'key';

/** What an API key may do. */
export const keyScopes = ['catalogue', 'balance', 'orders'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** The parts of an administrator's work: the right that an employee of the owner needs for a call, while `admin-scopes` is on. */
export const scopes = [
  'stock', // codes, their imports and their sales
  'requests', // recharge and Free Fire requests that wait for a decision
  'accounts', // accounts, their security and their balances
  'prices', // products, offers and what they cost
  'reports', // figures, and lists over every account
  'collect', // cash rounds
  'settings', // how the shop runs
  'owner', // never an employee's
] as const;
export type Scope = (typeof scopes)[number];
export type EmployeeScope = Exclude<Scope, 'owner'>;
export const employeeScopes = scopes.filter((scope): scope is EmployeeScope => scope !== 'owner');

/**
 * Who may call. A call of administrators names its scope; so does a call that they share with resellers, when it shows them the records of
 * others. A cashier, who sells on the wallet of a reseller, may only make the calls that say so.
 */
type Admission =
  | { readonly access: 'public'; readonly scope?: never; readonly cashier?: never; readonly keyScope?: never }
  | { readonly access: 'admin'; readonly scope: Scope; readonly cashier?: never; readonly keyScope?: never }
  | {
      readonly access: 'reseller';
      readonly scope?: never;
      readonly cashier?: true;
      readonly keyScope?: never;
    }
  | { readonly access: 'key'; readonly keyScope: KeyScope; readonly scope?: never; readonly cashier?: never }
  | {
      readonly access: 'signed-in' | 'active';
      readonly scope?: Scope;
      readonly cashier?: true;
      readonly keyScope?: never;
    };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call of the API, declared once: server, web client, OpenAPI document and the access tests all read it here. */
export type Route = Declaration & Admission;

interface Declaration {
  readonly method: Method;
  /** Parameters are written `:name`. */
  readonly path: `/api/${string}`;
  /** One French line for the readable API page. */
  readonly summary: string;
  /** The switch without which it answers FEATURE_OFF (404), once access and input are right. */
  readonly feature?: FeatureName;
  /** It writes nothing but its count in a limit, although its method is not GET: its input is too large or too secret for an address. */
  readonly readOnly?: true;
  /** The specification's own sentence when the role or the account status refuses, instead of the general one. */
  readonly refusals?: { readonly role?: ErrorCode; readonly status?: ErrorCode };
  /** The handler judges role and status itself, at the position that the specification gives them among its other rules. */
  readonly authorizesInHandler?: true;
  /** The handler's own statement resolves the session, or the API key, together with everything else that it reads. */
  readonly resolvesSession?: true;
  /**
   * For an administrator it may be answered by a standby that has replayed everything committed before the call
   * (DATABASE_READ_URL). Never a write, a session, a balance or the stock.
   */
  readonly readsReplica?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Shape of the 200 response; fields that it does not name never leave the server. Absent: 204. */
  readonly response?: z.ZodType;
  /** Answers 201 when it has made something, 200 when that was made before. */
  readonly creates?: true;
  /** Responds with something other than JSON. */
  readonly produces?: 'text/plain' | 'text/csv' | 'text/event-stream' | 'image/jpeg';
  /** The other media type of the response, which a query parameter chooses. */
  readonly alsoProduces?: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  /** Largest body in bytes, when it is not the usual one (`bodyBytesOf`). */
  readonly bodyBytes?: number;
  /** Most keys of the JSON body, when it holds a long list of objects. */
  readonly bodyKeys?: number;
  /** The body is the content of a picture, of whatever type its first bytes say. */
  readonly pictureBody?: true;
  /** Takes an `Idempotency-Key` header, one per tap (AMB-88). */
  readonly idempotent?: true;
  /** Refused without an `Idempotency-Key` (AMB-98); also `idempotent`. */
  readonly movesMoney?: true;
  /**
   * Has no time limit of a call (4.5 s): up to 100,000 codes are imported, removed or read, a statement is imported, a list is exported,
   * a picture is decoded, or a password is computed, for which others may be waited for.
   */
  readonly long?: true;
  /** The response holds codes or a password: never stored by a browser or a proxy (P17). */
  readonly secret?: true;
  /** Refusals that are this call's own; the common ones (session, access, shape, database) are implied. */
  readonly errors?: readonly ErrorCode[];
}

/** The largest body that a call accepts. A call without a body may still be sent `{}`. */
export const bodyBytesOf = ({ body, bodyBytes }: Route): number =>
  bodyBytes ?? (body ? bodySizes.usual : bodySizes.none);

export type Routes = { readonly [name: string]: Route };
export type Contract = { readonly [group: string]: Routes };

/** Keeps the literal types of a declaration. */
export const route = <const R extends Route>(declaration: R): R => declaration;

type Side<R, Key extends string, Direction extends 'input' | 'output'> = R extends {
  readonly [K in Key]: infer Schema extends z.ZodType;
}
  ? { readonly [K in Key]: Direction extends 'input' ? z.input<Schema> : z.output<Schema> }
  : unknown;

/** What a caller sends. */
export type Input<R extends Route> = Side<R, 'params', 'input'> &
  Side<R, 'query', 'input'> &
  Side<R, 'body', 'input'>;

/** What a handler receives, after validation. */
export type Parsed<R extends Route> = Side<R, 'params', 'output'> &
  Side<R, 'query', 'output'> &
  Side<R, 'body', 'output'>;

/** The response of the call. */
export type Output<R extends Route> = R extends { readonly response: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined;
