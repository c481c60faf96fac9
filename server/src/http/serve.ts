import { bodySizes } from '@almas/contract/limits';
import { bodyBytesOf, type Output, type Parsed, type Route, type Routes } from '@almas/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod';
import type { Actor, Identity, Origin, Wallet } from '../authorization/identity.ts';
import { type KnownKeys, keyIdentity } from '../authorization/key-identity.ts';
import { type KnownSessions, sessionIdentity } from '../authorization/session-identity.ts';
import { BoundedQueue, type Turn } from '../bounded-queue.ts';
import type { Queryable } from '../database/pool.ts';
import { wideNetworkOf } from '../limits/network.ts';
import {
  authorize,
  deferAuthorization,
  type Identifier,
  type Identify,
  identifyBeforeBody,
  timeLeft,
} from './authorize-call.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import { internalFieldsRemover } from './internal-fields.ts';
import { acceptJsonOnly } from './json-body.ts';
import { acceptPictures, largeBodies } from './large-bodies.ts';
import { serializerOf } from './serializer.ts';
import type { SessionCookie } from './session-cookie.ts';
import { callTimeoutMilliseconds, withTimeout } from './with-timeout.ts';

/** Code lists, and large photos of receipts, that this process receives and works on at the same time. */
const concurrentLargeBodies = { ofAdministrators: 2, ofResellers: 20 };

/** The argument of a handler: the validated input, the caller and the origin. */
export type Call<R extends Route> = Parsed<R> & {
  readonly actor: R['access'] extends 'public' ? undefined : R extends ResolvesSession ? undefined : Actor;
  readonly wallet: R['access'] extends 'public' ? undefined : R extends ResolvesSession ? undefined : Wallet;
  /** Undefined for a public route. */
  readonly identity: R['access'] extends 'public' ? undefined : Identity;
  /** The database to read from: a standby when the route allows it and an administrator calls, else the primary. */
  readonly reads: R extends { readonly readsReplica: true } ? Queryable : unknown;
  readonly origin: Origin;
  /** `Idempotency-Key`, checked. */
  readonly key: string | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};
type ResolvesSession = { readonly resolvesSession: true };

/** Returns the response body. A handler that sends the response itself (a stream, 304) returns the reply. */
export type Handler<R extends Route> = (call: Call<R>) => Promise<Output<R> | FastifyReply>;

/** One group of the contract with its handlers, with erased types, as the server registers it. */
export interface ServedGroup {
  readonly routes: Routes;
  readonly handlers: Readonly<Record<string, (call: never) => Promise<unknown>>>;
}

/**
 * Sign-ins, registrations and resets in progress, beside the limit of all other requests: more than the 200 delayed tries and 102
 * password hashes that may wait (login.ts, passwords.ts), so that these do not keep a caller from the database.
 */
const concurrentPublicCalls = 350;
const waitingPublicCalls = 100;

/** The calls that anybody may make and that write. */
const isPublicCommand = ({ access, method }: Route): boolean => access === 'public' && method !== 'GET';

const turnOf = ({ ip, raw }: FastifyRequest): Turn => ({
  network: wideNetworkOf(ip),
  longestWait: callTimeoutMilliseconds,
  hasLeft: () => raw.socket.destroyed,
});

/** Registers every route of the groups on the server. */
export async function serve(
  server: FastifyInstance,
  groups: readonly ServedGroup[],
  callers: Callers,
  calls: ConcurrencyLimit,
  databases: Databases,
): Promise<void> {
  const identify = identifyBy(callers);
  server.decorateRequest('identified', undefined);
  acceptJsonOnly(server);
  const publicCalls = new BoundedQueue(concurrentPublicCalls, waitingPublicCalls);
  const large = largeBodies(concurrentLargeBodies, bodySizes.product);
  const register = (on: FastifyInstance, wanted: (route: Route) => boolean) => {
    for (const { routes, handlers } of groups) {
      for (const [name, route] of Object.entries(routes)) {
        if (!wanted(route)) continue;
        const handler = handlers[name] as (call: unknown) => Promise<unknown>;
        const handle = requestHandler(route, handler, identify, callers, databases);
        // The call counts as in progress until its work has ended, even when the time limit has sent the response.
        const run: RequestHandler = (request, reply) => {
          const work = () => handle(request, reply);
          return isPublicCommand(route) ? publicCalls.run(work, turnOf(request)) : calls.run(work);
        };
        const timed: RequestHandler = (request, reply) => withTimeout(run(request, reply), timeLeft(request));
        registerRoute(on, route, route.long ? run : timed, identifyBeforeBody(route, identify, calls, large));
      }
    }
  };
  register(server, (route) => !route.pictureBody);
  await server.register(async (scope) => {
    acceptPictures(scope);
    register(scope, (route) => route.pictureBody === true);
  });
}

/** What authenticates the callers of sessions and of API keys. */
export interface Callers {
  readonly cookie: SessionCookie;
  readonly sessions: KnownSessions;
  readonly keys: KnownKeys;
}

const identifyBy =
  ({ cookie, sessions, keys }: Callers): Identify =>
  (route, request) =>
    route.access === 'key'
      ? keyIdentity(route, request.headers.authorization, request.ip, keys)
      : sessionIdentity(route, cookie.read(request), sessions);

/** The databases that calls use. */
export interface Databases {
  readonly primary: Queryable;
  /** For reads that a standby may serve. */
  readonly reads: Queryable;
}

type RequestHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** As long as the proxies of ops/ wait for an import. */
const longCallMilliseconds = 600_000;

/** Raises the idle timeout of the connection: a long call sends nothing before its response and gets ten minutes. */
function allowLongSilence({ raw: { socket } }: FastifyRequest): void {
  // Requests injected by tests have no socket.
  if ('setTimeout' in socket) socket.setTimeout(longCallMilliseconds);
}

/**
 * Compression of lists, which repeat their field names: a tenth of the bytes is a tenth of the time on a weak network. A page of a
 * list is compressed in one call, because a stream costs several times as much at 30 kB, and at level 3, which needs half the time of
 * the default 6 for a twentieth more bytes. A response above 128 kB is compressed as a stream.
 */
const listCompression: NonNullable<RouteOptions['compress']> = {
  threshold: 2_048,
  encodings: ['gzip'],
  syncThreshold: 131_072,
  zlibOptions: { level: 3 },
};
/** A secret response is never compressed: the compressed length would reveal how well a guess matches it (BREACH). */
const isCompressed = ({ method, response, produces, secret }: Route): boolean =>
  method === 'GET' && !secret && !produces && response instanceof z.ZodObject && 'items' in response.shape;

function registerRoute(
  server: FastifyInstance,
  route: Route,
  handler: RequestHandler,
  onRequest: Identifier | undefined,
): void {
  const serialize = route.response && !route.produces ? serializerOf(route.response) : undefined;
  server.route({
    method: route.method,
    url: route.path,
    // A HEAD request would run the handler: the audit trail would record codes that were never sent.
    exposeHeadRoute: !route.secret,
    // Fastify asks for a serializer where there is a schema; the real schema is read when that serializer is compiled.
    ...(serialize && {
      schema: { response: route.creates ? { 200: {}, 201: {} } : { 200: {} } },
      serializerCompiler: () => serialize,
    }),
    config: { isData: true, ...(route.bodyKeys !== undefined && { bodyKeys: route.bodyKeys }) },
    compress: isCompressed(route) && listCompression,
    bodyLimit: bodyBytesOf(route),
    ...(onRequest && { onRequest }),
    handler,
  });
}

function requestHandler(
  route: Route,
  handler: (call: unknown) => Promise<unknown>,
  identify: Identify,
  { sessions, keys }: Pick<Callers, 'sessions' | 'keys'>,
  { primary, reads }: Databases,
): RequestHandler {
  const authorizeCall = route.resolvesSession ? deferAuthorization : authorize;
  const withoutInternalFields = internalFieldsRemover(route.response);
  return async (request, reply) => {
    const identity = route.access === 'public' ? undefined : identify(route, request);
    const { params, query, body, key, actor, wallet } = await authorizeCall(route, request, identity);
    // A GET (an export) sends while it reads; the timeout may cut it when its client stops reading.
    if (identity && route.long && route.method !== 'GET') allowLongSilence(request);
    // Built field by field: spreading parts that differ from route to route is slow.
    const call = {
      params,
      query,
      body,
      actor,
      wallet,
      identity,
      reads: route.readsReplica && actor?.administers ? reads : primary,
      origin: { ip: request.ip, userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300) },
      key,
      request,
      reply,
    };
    if (route.secret || route.access !== 'public') reply.header('cache-control', 'no-store');
    const response = await handler(call);
    // Background polling does not count as use of the session.
    const sessionHash = identity?.sessionHash();
    if (sessionHash && request.headers['x-almas-background'] === undefined) sessions.recordUse(sessionHash);
    if (identity?.key) keys.recordUse(identity.key);
    // After a stream that the caller has cut off, the response of the handler is undefined.
    if (response === reply || reply.sent || reply.raw.headersSent || reply.raw.destroyed) return reply;
    if (response === undefined) return reply.code(204).send();
    return actor?.administers ? response : withoutInternalFields(response);
  };
}
