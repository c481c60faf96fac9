import type { Output, Parsed, Route, Routes } from '@almas/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod';
import type { Actor, Origin } from '../actor.ts';
import { checkKey } from '../idempotency/idempotent.ts';
import { checkAdministrator, checkSession, checkStatusAndRole } from './access.ts';
import type { CallsAtOnce } from './calls-at-once.ts';
import { inTime } from './in-time.ts';
import { withoutInternalFields } from './internal-fields.ts';
import { responseSchema } from './json-schema.ts';
import { parseInput } from './parse-input.ts';
import type { SessionCookie } from './session-cookie.ts';

/** What a handler is given: the checked input, who asks, from where. */
export type Call<R extends Route> = Parsed<R> & {
  readonly actor: R['access'] extends 'public' ? undefined : Actor;
  readonly origin: Origin;
  /** `Idempotency-Key`, checked. */
  readonly key: string | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};
/** Answers the call. One that answers by itself (a stream, 304) gives back the reply. */
export type Handler<R extends Route> = (call: Call<R>) => Promise<Output<R> | FastifyReply>;
/** A handler for every route of a group: one that is missing does not compile. */
export type Handlers<Group extends Routes> = { readonly [Name in keyof Group]: Handler<Group[Name]> };

/** One group of the contract with its handlers, its types forgotten: what the server registers. */
export interface ServedGroup {
  readonly routes: Routes;
  readonly handlers: Readonly<Record<string, (call: never) => Promise<unknown>>>;
}
export const serveGroup = <Group extends Routes>(routes: Group, handlers: Handlers<Group>): ServedGroup => ({
  routes,
  handlers: handlers as unknown as ServedGroup['handlers'],
});

/** How a session token becomes an account. */
export type Identify = (token: string) => Promise<Actor | undefined>;

/** Registers every route of the groups on the server. */
export function serve(
  server: FastifyInstance,
  groups: readonly ServedGroup[],
  cookie: SessionCookie,
  identify: Identify,
  calls: CallsAtOnce,
): void {
  for (const { routes, handlers } of groups) {
    for (const [name, route] of Object.entries(routes)) {
      const handler = handlers[name] as (call: unknown) => Promise<unknown>;
      const answer = answerer(route, handler, cookie, identify);
      // The place is taken until the work is really over, answered or not.
      const run: Answerer = (request, reply) => calls.run(() => answer(request, reply));
      registerRoute(server, route, isLong(route) ? run : (request, reply) => inTime(run(request, reply)));
    }
  }
}

type Answerer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** An import of 100,000 codes, and removing or exporting as many, take their time; a password is slow to check. */
const isLong = (route: Route): boolean =>
  route.access === 'public' ||
  route.path.includes('/codes') ||
  (route.path.startsWith('/api/products') && route.method !== 'GET');

/** Lists repeat their field names: on a weak network a tenth of the bytes is a tenth of the wait. */
const listCompression: NonNullable<RouteOptions['compress']> = { threshold: 2_048, encodings: ['gzip'] };
/** Never what is secret: how well a code compresses beside a guess would tell about it. */
const isCompressed = ({ method, response, produces, secret }: Route): boolean =>
  method === 'GET' && !secret && !produces && response instanceof z.ZodObject && 'items' in response.shape;

function registerRoute(server: FastifyInstance, route: Route, handler: Answerer): void {
  const schema =
    route.response && !route.produces ? { response: { 200: responseSchema(route.response) } } : {};
  server.route({
    method: route.method,
    url: route.path,
    schema,
    compress: isCompressed(route) && listCompression,
    // Large enough for 100,000 codes of one import; every other body is small.
    bodyLimit: route.path.includes('/codes') ? 32 * 1_048_576 : 262_144,
    handler,
  });
}

function answerer(
  route: Route,
  handler: (call: unknown) => Promise<unknown>,
  cookie: SessionCookie,
  identify: Identify,
): Answerer {
  return async (request, reply) => {
    const token = cookie.read(request);
    const actor = token && route.access !== 'public' ? await identify(token) : undefined;
    if (route.access !== 'public') checkSession(actor);
    if (route.access === 'admin') checkAdministrator(actor as Actor, route);
    const input = parseInput(route, request);
    if (!route.ownOrder) checkStatusAndRole(actor, route);
    const call = {
      ...input,
      actor,
      origin: { ip: request.ip, userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300) },
      key: route.idempotent ? checkKey(request.headers['idempotency-key']) : undefined,
      request,
      reply,
    };
    if (route.secret || route.access !== 'public') reply.header('cache-control', 'no-store');
    const answer = await handler(call);
    if (answer === reply || reply.sent) return reply;
    if (answer === undefined) return reply.code(204).send();
    return actor?.role === 'admin' ? answer : withoutInternalFields(answer);
  };
}
