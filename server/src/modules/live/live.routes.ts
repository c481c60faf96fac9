import { type LiveEvent, live } from '@almas/contract/live';
import type { FastifyReply } from 'fastify';
import type { ServedGroup } from '../../http/serve.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { Output } from '../../live/event-stream.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';

/** The live events of open screens, as server-sent events. */
export function liveRoutes(services: Services, cookie: SessionCookie): ServedGroup {
  return serveRoutes(services, live, {
    events: async ({ actor, wallet, request, reply }) => {
      const recipient = {
        token: cookie.read(request) ?? '',
        userId: wallet.id,
        administers: actor.administers,
      };
      if (request.method === 'HEAD') reply.type('text/event-stream').send();
      // A stream of a connection that closed while the session was read would never be removed: Node reports that once.
      else if (!reply.raw.destroyed) services.streams.open(recipient, () => takeOver(reply));
      return undefined as unknown as LiveEvent;
    },
  });
}

/** Takes the response over from Fastify and starts a stream that proxies must not buffer. */
function takeOver(reply: FastifyReply): Output {
  const headers = reply.getHeaders();
  reply.hijack();
  reply.raw.on('error', () => {});
  reply.raw.writeHead(200, {
    ...(headers as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // The connection ends with the stream, so that a closing server does not wait for it.
    connection: 'close',
  });
  return reply.raw;
}
