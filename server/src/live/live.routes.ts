import { type LiveEvent, live } from '@almas/contract/live';
import type { FastifyReply } from 'fastify';
import type { ServedGroup } from '../http/serve.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import { serveRoutes } from '../pipeline/command.ts';
import type { Services } from '../services.ts';
import type { Output } from './event-stream.ts';

/** What changes on the screens that are open: server-sent events. */
export function liveRoutes(services: Services, cookie: SessionCookie): ServedGroup {
  return serveRoutes(services, live, {
    events: async ({ actor, query, request, reply }) => {
      const who = {
        token: cookie.read(request) ?? '',
        userId: actor.id,
        administers: actor.administers,
      };
      if (request.method === 'HEAD') reply.type('text/event-stream').send();
      else {
        // A stream that comes back by itself repeats its address: its age is the one of its first opening.
        const age = request.headers['last-event-id'] === undefined ? query.age : undefined;
        services.streams.open(who, () => takeOver(reply), age);
      }
      return undefined as unknown as LiveEvent;
    },
  });
}

/** Takes the response out of the framework's hands and opens it as a stream that nothing on the way may hold back. */
function takeOver(reply: FastifyReply): Output {
  const headers = reply.getHeaders();
  reply.hijack();
  reply.raw.on('error', () => {});
  reply.raw.writeHead(200, {
    ...(headers as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // Its connection carries nothing after it, so that a closing server is not kept waiting.
    connection: 'close',
  });
  return reply.raw;
}
