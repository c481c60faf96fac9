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
import { callMilliseconds, withTimeout } from './with-timeout.ts';

/*
 * What every call passes before its handler: who sends it (before its body is read), its input, the access rules, its key.
 *
 * The order of the access rules (AMB-73). The session and the administrator's role are judged before the input is
 * validated, so that an unauthenticated caller learns nothing about it. A reseller's role and status are judged after
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

/** An account with a second factor shows it again before this. @throws AppError STEP_UP_REQUIRED */
export function checkStepUp(actor: Actor): void {
  if (actor.secondFactor && !actor.confirmed) throw fail('STEP_UP_REQUIRED');
}

type Standing = Pick<Actor, 'role' | 'status'>;

const standingNow = statement<[id: string], Standing>(
  'access.standing',
  'SELECT role, status FROM users WHERE id = $1 AND NOT disabled',
);
/**
 * The account first, then its session: whatever ends the sessions of an account locks them in this order. The session's lock
 * lets its use be noted meanwhile.
 */
const holdAuthor = statement<
  [id: string, sessionHash: Buffer | null],
  Standing & { readonly isSignedIn: boolean }
>(
  'access.hold-author',
  `WITH account AS MATERIALIZED (
     SELECT id, role, status FROM users WHERE id = $1 AND NOT disabled FOR SHARE),
   session AS MATERIALIZED (
     SELECT FROM account a JOIN sessions s ON s.user_id = a.id AND ${liveSessionSql('$2')} FOR KEY SHARE OF s)
   SELECT role, status, $2::bytea IS NULL OR EXISTS (SELECT FROM session) AS "isSignedIn" FROM account`,
);

/** @throws AppError UNAUTHENTICATED, FORBIDDEN, ACCOUNT_NOT_ACTIVE */
function checkStanding<Found extends Standing>(account: Found | undefined): asserts account is Found {
  if (!account) throw fail('UNAUTHENTICATED');
  if (account.role !== 'admin') throw fail('FORBIDDEN');
  if (account.status !== 'active') throw fail('ACCOUNT_NOT_ACTIVE');
}

/**
 * In a call that takes long: is the caller an administrator still? An inactive account has no access, from the moment on in which
 * it is inactive. @throws AppError UNAUTHENTICATED, FORBIDDEN, ACCOUNT_NOT_ACTIVE
 */
export async function checkStillAdministers(db: Queryable, { id }: Pick<Actor, 'id'>): Promise<void> {
  checkStanding(await standingNow.first(db, id));
}

/**
 * The same for the author of a command, at the end of its transaction: account and session stay as they are until the commit. What
 * takes the right away either waits for the commit, or has been committed and is seen here.
 * @throws AppError UNAUTHENTICATED, FORBIDDEN, ACCOUNT_NOT_ACTIVE
 */
export async function holdAdministrator(
  tx: DbTransaction,
  { id }: Pick<Actor, 'id'>,
  sessionHash: Buffer | null,
): Promise<void> {
  const account = await holdAuthor.first(tx, id, sessionHash);
  checkStanding(account);
  if (!account.isSignedIn) throw fail('UNAUTHENTICATED');
}

/** How a session token becomes an account, and what is kept of it. */
export interface KnownSessions {
  identify(token: string): Promise<Actor | undefined>;
  hash(token: string): Buffer;
  /** The session is in use: its idle time begins anew. */
  noteUse(hash: Buffer): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends it, looked up before its body was read. */
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

/** A body that took longer than this to arrive may come from an account that was signed out meanwhile. */
const identifiedMilliseconds = 1_000;

/** Who sends the call, as found before its body was read, unless that is too long ago. */
const actorBeforeBody = ({ identified }: FastifyRequest): Actor | undefined =>
  identified && performance.now() - identified.at < identifiedMilliseconds ? identified.actor : undefined;

/** Keeps who sends the call, for what is recorded of it. */
function keepActor(request: FastifyRequest, actor: Actor): void {
  request.identified ??= { actor, at: performance.now(), took: 0 };
}

/** What is left of the time a call may take (P8). */
export const timeLeft = ({ identified }: FastifyRequest): number =>
  callMilliseconds - (identified?.took ?? 0);

/** The identity behind a session's token; the session is looked up when it is asked for. @throws AppError UNAUTHENTICATED without a token */
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
  // A refused call asks for its caller in more than one place.
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
 * Refuses before a byte of the body is read: callers who are not signed in, and callers who are no administrator where one is
 * asked for. A small purchase leaves its session to the sale, which costs no more to refuse.
 * @returns undefined for a route that anybody may call, or that has no body
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
      if (bodyBytesOf(route) > bodySizes.product) large.enter(request, reply);
    } catch (error) {
      // What is still to come of a long body is not waited for.
      if (!isSmall(request)) reply.header('connection', 'close');
      throw error;
    }
  };
}

const isSmall = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= bodySizes.none;

/** The input of a call, each part checked against its schema. */
export interface ParsedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Checks params, query and body against the contract. The first broken rule answers, in the order in which the
 * contract lists the fields, with the code it carries. @throws AppError
 */
function parseInput(route: Route, request: FastifyRequest): ParsedInput {
  return {
    params: route.params && parse(route.params, request.params),
    query: route.query && parse(route.query, isRead(route) ? withoutEmpty(request.query) : request.query),
    body: route.body && parse(route.body, request.body ?? {}),
  };
}

const isRead = ({ method }: Route): boolean => method === 'GET';

/** A filter that is left empty, as a form sends it, is none: an empty id would list nothing, and an empty number be 0. */
const withoutEmpty = (query: unknown): unknown =>
  Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''));

function parse(schema: z.ZodObject, value: unknown): unknown {
  if (hasUnstorableText(value)) throw fail('INVALID_INPUT');
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const code = result.error.issues[0]?.message;
  throw fail((isErrorCode(code) ? code : 'INVALID_INPUT') as 'INVALID_INPUT');
}

/** PostgreSQL cannot store NUL in a text: no field may hold one, however deep. */
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

const keyOf = (route: Route, request: FastifyRequest): string | undefined =>
  route.idempotent ? checkKey(request.headers['idempotency-key']) : undefined;

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
 * Leaves the session to the handler's own statement. Invalid input is judged after the session all the same: an
 * unauthenticated caller gets 401 before any validation error.
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
