import { bodySizes } from '@almas/contract/limits';
import { bodyBytesOf, type Route } from '@almas/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Identity } from '../actor.ts';
import { fail } from '../app-error.ts';
import { checkAdministrator, checkSession, checkStatusAndRole } from './access.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import type { LargeBodies } from './large-bodies.ts';
import type { SessionCookie } from './session-cookie.ts';
import { callMilliseconds, withTimeout } from './with-timeout.ts';

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
  /** When, by the clock of the process, and how long it took. */
  readonly at: number;
  readonly took: number;
}

/** A body that took longer than this to arrive may come from an account that was signed out meanwhile. */
const identifiedMilliseconds = 1_000;

/** Who sends the call, as found before its body was read, unless that is too long ago. */
export const actorBeforeBody = ({ identified }: FastifyRequest): Actor | undefined =>
  identified && performance.now() - identified.at < identifiedMilliseconds ? identified.actor : undefined;

/** Keeps who sends the call, for what is recorded of it. */
export function keepActor(request: FastifyRequest, actor: Actor): void {
  request.identified ??= { actor, at: performance.now(), took: 0 };
}

/** What is left of the time a call may take (P8). */
export const timeLeft = ({ identified }: FastifyRequest): number =>
  callMilliseconds - (identified?.took ?? 0);

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
      const identity = claim(route, cookie.read(request), sessions);
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

/** The identity that a session's token claims. @throws AppError UNAUTHENTICATED without a token */
export function claim(route: Route, token: string | undefined, sessions: KnownSessions): Identity {
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
  let called: Promise<Actor> | undefined;
  const caller = () => {
    called ??= checkedAccount();
    return called;
  };
  let hashed: Buffer | undefined;
  const sessionHash = () => {
    hashed ??= sessions.hash(token);
    return hashed;
  };
  return { accountId: null, sessionHash, account, caller };
}
