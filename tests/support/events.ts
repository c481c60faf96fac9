import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LiveEvent } from '@almas/contract/live';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../server/src/services.ts';

/** An open event stream, like that of a browser. */
export interface EventStreamClient {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Resolves to the next unread event of this type. Rejects when the stream ends before it. */
  next(type: LiveEvent['type']): Promise<LiveEvent>;
  /** The types of all events so far, in order. */
  received(): string[];
  /** Everything received so far, as sent. */
  raw(): string;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

/** The URL of a test server, which starts to listen at the first call. */
async function listening(server: FastifyInstance): Promise<string> {
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

/** Opens GET /api/events and waits for the response headers. */
export async function openEventStream(server: FastifyInstance, cookie: string): Promise<EventStreamClient> {
  const request = get(`${await listening(server)}/api/events`, { headers: { cookie }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let raw = '';
  let over = false;
  let pending: Promise<unknown> = Promise.resolve();
  const events: LiveEvent[] = [];
  const types: string[] = [];
  let wake = () => {};
  const ended = new Promise<void>((resolve) => {
    response.on('close', () => {
      over = true;
      wake();
      resolve();
    });
  });
  response.on('error', () => {});
  let unread = '';
  response.setEncoding('utf8').on('data', (text: string) => {
    raw += text;
    const blocks = (unread + text).split('\n\n');
    unread = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, type, data] = /^event: (.+)\ndata: (.+)$/.exec(block) ?? [];
      if (!type || !data) continue;
      types.push(type);
      events.push(JSON.parse(data) as LiveEvent);
    }
    wake();
  });
  const take = async (type: string): Promise<LiveEvent> => {
    for (;;) {
      const position = events.findIndex((event) => event.type === type);
      if (position >= 0) return events.splice(position, 1)[0] as LiveEvent;
      if (over) throw new Error(`the stream ended without a ${type} event`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    next: (type) => {
      const taken = pending.then(() => take(type));
      pending = taken.catch(() => {});
      return taken;
    },
    received: () => [...types],
    raw: () => raw,
    ended,
    close: () => request.destroy(),
  };
}

/** The types of the events that a server publishes while `work` runs, in order. */
export async function publishedDuring(
  { live }: Pick<Services, 'live'>,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const types: string[] = [];
  const publish = live.publish.bind(live);
  live.publish = (audience, event) => {
    types.push(event.type);
    publish(audience, event);
  };
  try {
    await work();
  } finally {
    live.publish = publish;
  }
  return types;
}
