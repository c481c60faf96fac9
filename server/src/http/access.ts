import { isErrorCode } from '@almas/contract/errors';
import { bodySizes } from '@almas/contract/limits';
import { bodyBytesOf, type Route } from '@almas/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Actor, type Identity, liveSessionSql } from '../actor.ts';
import { fail } from '../app-error.ts';
import type { Queryable } from '../database/pool.ts';
import { statement } from '../database/statement.ts';
import type { DbTransaction } from '../database/transaction.ts';
import { checkKey } from '../idempotency/idempotent.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import type { LargeBodies } from './large-bodies.ts';
import type { SessionCookie } from './session-cookie.ts';
import { allowSlowBody } from './slow-bodies.ts';
import { callTimeoutMilliseconds, withTimeout } from './with-timeout.ts';

/*
 * The checks of every call before its handler: the caller (before the body is read), the input, the access rules, the key.
 *
 * The order of the access rules (AMB-73). The session and the administrator's role are checked before the input is
 * validated, so that an unauthenticated caller learns nothing about it. A reseller's role and status are checked after
 * it, because the specification lists the parameters of a purchase or a request before the role and the status.
 */

/** @throws AppError UNAUTHENTICATED */
function checkSession(actor: Actor | undefined): asserts actor is Actor {
  if (!actor) throw fail('UNAUTHENTICATED');
}

/** @throws AppError FORBIDDEN, or the route's own sentence; ACCOUNT_NOT_ACTIVE for a deactivated administrator */
function checkAdministrator(actor: Actor, route: Route): void {
  if (actor.role !== 'admin') throw fail((route.refusals?.role ?? 'FORBIDDEN') as 'FORBIDDEN');
  if (!actor.administers) throw fail('ACCOUNT_NOT_ACTIVE');
}

/** @throws AppError FORBIDDEN or ACCOUNT_NOT_ACTIVE, or the route's own sentence */
function checkStatusAndRole(actor: Actor | undefined, { access, refusals }: Route): void {
  if (!actor || access === 'public' || access === 'signed-in' || access === 'admin') return;
  if (access === 'reseller' && actor.role !== 'reseller') {
    throw fail((refusals?.role ?? 'FORBIDDEN') as 'FORBIDDEN');
  }
  if (actor.status !== 'active') throw fail((refusals?.status ?? 'ACCOUNT_NOT_ACTIVE') as 'FORBIDDEN');
}

/** Resource access rule: the owner and any administrator; otherwise denied (PRM-30..32). */
export const mayAccess = (actor: Actor, ownerId: string): boolean =>
  actor.administers || actor.id === ownerId;

/** The acting id that a caller sent along must be the session's own (AMB-12). @throws AppError FORBIDDEN */
export function checkActingId(actor: Actor, id: string | undefined): void {
  if (id !== undefined && id !== actor.id) throw fail('FORBIDDEN');
}

/** Requires a recent second factor of an account that has one. @throws AppError STEP_UP_REQUIRED */
export function checkStepUp(actor: Actor): void {
  if (actor.secondFactor && !actor.confirmed) throw fail('STEP_UP_REQUIRED');
}

type RoleAndStatus = Pick<Actor, 'role' | 'status'>;

const readRoleAndStatus = statement<[id: string], RoleAndStatus>(
  'access.role-and-status',
  'SELECT role, status FROM users WHERE id = $1 AND NOT disabled',
);
/**
 * Locks the account first, then its session, in the same order as every statement that ends the sessions of an account. The lock on
 * the session still lets its last use be written.
 */
const lockAuthor = statement<
  [id: string, sessionHash: Buffer | null],
  RoleAndStatus & { readonly isSignedIn: boolean }
>(
  'access.lock-author',
  `WITH account AS MATERIALIZED (
     SELECT id, role, status FROM users WHERE id = $1 AND NOT disabled FOR SHARE),
   session AS MATERIALIZED (
     SELECT FROM account a JOIN sessions s ON s.user_id = a.id AND ${liveSessionSql('$2')} FOR KEY SHARE OF s)
   SELECT role, status, $2::bytea IS NULL OR EXISTS (SELECT FROM session) AS "isSignedIn" FROM account`,
);

/** @throws AppError UNAUTHENTICATED, FORBIDDEN, ACCOUNT_NOT_ACTIVE */
function checkActiveAdministrator<Account extends RoleAndStatus>(
  account: Account | undefined,
): asserts account is Account {
  if (!account) throw fail('UNAUTHENTICATED');
  if (account.role !== 'admin') throw fail('FORBIDDEN');
  if (account.status !== 'active') throw fail('ACCOUNT_NOT_ACTIVE');
}

/**
 * For a call that takes long: checks that the caller is still an active administrator, since an account loses its access as soon as
 * it is deactivated. @throws AppError UNAUTHENTICATED, FORBIDDEN, ACCOUNT_NOT_ACTIVE
 */
export async function checkStillAdministers(db: Queryable, { id }: Pick<Actor, 'id'>): Promise<void> {
  checkActiveAdministrator(await readRoleAndStatus.first(db, id));
}

/**
 * Checks at the end of a command's transaction that its author is still an active administrator with a valid session, and locks both
 * rows until the commit: a deactivation or sign-out has either been committed and is seen here, or waits for this commit.
 * @throws AppError UNAUTHENTICATED, FORBIDDEN, ACCOUNT_NOT_ACTIVE
 */
export async function lockAdministrator(
  tx: DbTransaction,
  { id }: Pick<Actor, 'id'>,
  sessionHash: Buffer | null,
): Promise<void> {
  const account = await lockAuthor.first(tx, id, sessionHash);
  checkActiveAdministrator(account);
  if (!account.isSignedIn) throw fail('UNAUTHENTICATED');
}

/** Looks up sessions (modules/accounts/sessions.ts). */
export interface KnownSessions {
  identify(token: string): Promise<Actor | undefined>;
  hash(token: string): Buffer;
  /** Restarts the idle time of the session. */
  noteUse(hash: Buffer): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, looked up before the body was read. */
    identified: Identified | undefined;
  }
}

interface Identified {
  readonly actor: Actor;
  /** When it was looked up, in milliseconds of `performance.now()`. */
  readonly at: number;
  /** How long the lookup took, in milliseconds. */
  readonly took: number;
}

/** When the body took longer than this to arrive, the session is looked up again: it may have ended meanwhile. */
const identifiedMilliseconds = 1_000;

/** The caller as found before the body was read, unless that is too long ago. */
const actorBeforeBody = ({ identified }: FastifyRequest): Actor | undefined =>
  identified && performance.now() - identified.at < identifiedMilliseconds ? identified.actor : undefined;

/** Stores the caller on the request, for the logs. */
function keepActor(request: FastifyRequest, actor: Actor): void {
  request.identified ??= { actor, at: performance.now(), took: 0 };
}

/** Milliseconds that are left for the call (P8). */
export const timeLeft = ({ identified }: FastifyRequest): number =>
  callTimeoutMilliseconds - (identified?.took ?? 0);

/** The identity of a session token; the session is looked up when it is needed. @throws AppError UNAUTHENTICATED without a token */
export function sessionIdentity(route: Route, token: string | undefined, sessions: KnownSessions): Identity {
  if (token === undefined) throw fail('UNAUTHENTICATED');
  const account = async () => {
    const actor = await sessions.identify(token);
    checkSession(actor);
    return actor;
  };
  const checkedAccount = async () => {
    const actor = await account();
    checkStatusAndRole(actor, route);
    return actor;
  };
  // One lookup for all uses: a refused call needs its caller in several places.
  let checked: Promise<Actor> | undefined;
  const caller = () => {
    checked ??= checkedAccount();
    return checked;
  };
  let hashed: Buffer | undefined;
  const sessionHash = () => {
    hashed ??= sessions.hash(token);
    return hashed;
  };
  return { accountId: null, sessionHash, account, caller };
}

export type Identifier = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Refuses, before the body is read, unauthenticated callers and, on a route for administrators, callers that are not administrators.
 * The session of a purchase with a small body is left to the sale's statement, which refuses it at the same cost.
 * @returns undefined for a public route and for one without a body
 */
export function identifyBeforeBody(
  route: Route,
  cookie: SessionCookie,
  sessions: KnownSessions,
  calls: ConcurrencyLimit,
  large: LargeBodies,
): Identifier | undefined {
  if (route.access === 'public' || route.method === 'GET') return undefined;
  return async (request, reply) => {
    try {
      const identity = sessionIdentity(route, cookie.read(request), sessions);
      if (route.resolvesSession && isSmall(request)) return;
      const began = performance.now();
      const actor = await withTimeout(calls.run(() => identity.account()));
      const at = performance.now();
      request.identified = { actor, at, took: at - began };
      if (route.access === 'admin') checkAdministrator(actor, route);
      if (bodyBytesOf(route) > bodySizes.product) {
        // Role and status too: no large body is received from a caller who may not make the call.
        checkStatusAndRole(actor, route);
        large.enter(request, reply, actor);
        allowSlowBody(request.raw);
      }
    } catch (error) {
      // The rest of a long body is not received.
      if (!isSmall(request)) reply.header('connection', 'close');
      throw error;
    }
  };
}

const isSmall = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= bodySizes.none;

/** The input of a call, validated against the schemas of its route. */
export interface ParsedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Validates params, query and body against the contract. @throws AppError with the code of the first broken rule, in the order
 * in which the contract lists the fields
 */
function parseInput(route: Route, request: FastifyRequest): ParsedInput {
  return {
    params: route.params && parse(route.params, request.params),
    query: route.query && parse(route.query, isRead(route) ? withoutEmpty(request.query) : request.query),
    body: route.body && parse(route.body, request.body ?? {}),
  };
}

const isRead = ({ method }: Route): boolean => method === 'GET';

/**
 * Removes empty filters, which a form sends for fields that are not filled in: an empty id would match nothing, and an empty number
 * would be 0.
 */
const withoutEmpty = (query: unknown): unknown =>
  Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''));

function parse(schema: z.ZodObject, value: unknown): unknown {
  if (hasUnstorableText(value)) throw fail('INVALID_INPUT');
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const code = result.error.issues[0]?.message;
  throw fail((isErrorCode(code) ? code : 'INVALID_INPUT') as 'INVALID_INPUT');
}

/** Whether a string at any depth contains NUL, which PostgreSQL cannot store in a text. */
function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000');
  if (Array.isArray(value)) return value.some(hasUnstorableText);
  if (value && typeof value === 'object') {
    return Object.entries(value).some(([name, field]) => name.includes('\u0000') || hasUnstorableText(field));
  }
  return false;
}

/** A call that passed authorization, on its way to a handler. */
interface AuthorizedCall extends ParsedInput {
  readonly actor: Actor | undefined;
  readonly key: string | undefined;
}

/** @throws AppError KEY_INVALID; KEY_REQUIRED when the call moves money (AMB-98) */
function keyOf(route: Route, request: FastifyRequest): string | undefined {
  const key = route.idempotent ? checkKey(request.headers['idempotency-key']) : undefined;
  if (route.movesMoney && key === undefined) throw fail('KEY_REQUIRED');
  return key;
}

/** The access rules in their order. @throws AppError of the first that does not hold */
export async function authorize(
  route: Route,
  request: FastifyRequest,
  identity: Identity | undefined,
): Promise<AuthorizedCall> {
  const actor = actorBeforeBody(request) ?? (await identity?.account());
  if (actor) keepActor(request, actor);
  if (route.access === 'admin') checkAdministrator(actor as Actor, route);
  const { params, query, body } = parseInput(route, request);
  if (!route.authorizesInHandler) checkStatusAndRole(actor, route);
  return { params, query, body, actor, key: keyOf(route, request) };
}

/**
 * Leaves the session lookup to the handler's own statement. When the input is invalid the session is looked up here after all, so
 * that an unauthenticated caller gets 401 before any validation error.
 */
export async function deferAuthorization(
  route: Route,
  request: FastifyRequest,
  identity: Identity | undefined,
): Promise<AuthorizedCall> {
  try {
    const { params, query, body } = parseInput(route, request);
    return { params, query, body, actor: undefined, key: keyOf(route, request) };
  } catch {
    return authorize(route, request, identity);
  }
}
