import { bodySizes } from '@almas/contract/limits';
import { bodyBytesOf, type Route } from '@almas/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../app-error.ts';
import type { Actor, Caller, Identity, Wallet } from '../authorization/identity.ts';
import { checkAdministrator, checkCashier, checkStatusAndRole } from '../authorization/rights.ts';
import { checkKey } from '../idempotency/idempotent.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import type { LargeBodies } from './large-bodies.ts';
import { type ParsedInput, parseInput } from './parse-input.ts';
import { allowSlowBody } from './slow-bodies.ts';
import { callTimeoutMilliseconds, withTimeout } from './with-timeout.ts';

/*
 * The checks of every call before its handler: the caller (before the body is read), the input, the access rules, the key.
 *
 * The order of the access rules (AMB-73). The session and the administrator's role are checked before the input is
 * validated, so that an unauthenticated caller learns nothing about it. A reseller's role and status are checked after
 * it, because the specification lists the parameters of a purchase or a request before the role and the status.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, looked up before the body was read. */
    identified: Identified | undefined;
  }
}

interface Identified extends Caller {
  /** When it was looked up, in milliseconds of `performance.now()`. */
  readonly at: number;
  /** How long the lookup took, in milliseconds. */
  readonly took: number;
}

/** When the body took longer than this to arrive, the session is looked up again: it may have ended meanwhile. */
const identifiedMilliseconds = 1_000;

/** The caller as found before the body was read, unless that is too long ago. */
const callerBeforeBody = ({ identified }: FastifyRequest): Caller | undefined =>
  identified && performance.now() - identified.at < identifiedMilliseconds ? identified : undefined;

/** Stores the caller on the request, for the logs. */
function keepCaller(request: FastifyRequest, { actor, wallet }: Caller): void {
  request.identified ??= { actor, wallet, at: performance.now(), took: 0 };
}

/** Milliseconds that are left for the call (P8). */
export const timeLeft = ({ identified }: FastifyRequest): number =>
  callTimeoutMilliseconds - (identified?.took ?? 0);

export type Identifier = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Finds who calls, by what the route asks for: a session, or an API key. @throws AppError UNAUTHENTICATED */
export type Identify = (route: Route, request: FastifyRequest) => Identity;

/**
 * Refuses, before the body is read, unauthenticated callers and, on a route for administrators, callers that are not administrators.
 * The session of a purchase with a small body is left to the sale's statement, which refuses it at the same cost.
 * @returns undefined for a public route and for one without a body
 */
export function identifyBeforeBody(
  route: Route,
  identify: Identify,
  calls: ConcurrencyLimit,
  large: LargeBodies,
): Identifier | undefined {
  if (route.access === 'public' || route.method === 'GET') return undefined;
  return async (request, reply) => {
    try {
      const identity = identify(route, request);
      if (route.resolvesSession && isSmall(request)) return;
      const began = performance.now();
      const { actor, wallet } = await withTimeout(calls.run(() => identity.caller()));
      const at = performance.now();
      request.identified = { actor, wallet, at, took: at - began };
      checkCashier(actor, route);
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

/** A call that passed authorization, on its way to a handler. */
interface AuthorizedCall extends ParsedInput {
  readonly actor: Actor | undefined;
  readonly wallet: Wallet | undefined;
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
  const caller = callerBeforeBody(request) ?? (await identity?.caller());
  if (caller) {
    keepCaller(request, caller);
    checkCashier(caller.actor, route);
  }
  if (route.access === 'admin') checkAdministrator((caller as Caller).actor, route);
  const { params, query, body } = parseInput(route, request);
  if (caller && !route.authorizesInHandler) checkStatusAndRole(caller.actor, route);
  return { params, query, body, actor: caller?.actor, wallet: caller?.wallet, key: keyOf(route, request) };
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
    return { params, query, body, actor: undefined, wallet: undefined, key: keyOf(route, request) };
  } catch {
    return authorize(route, request, identity);
  }
}
