import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How a server leaves without a failed call: it says so before it closes. */
export interface Farewell {
  readonly begun: boolean;
  /**
   * From now on /readyz answers 503 and every answer closes its connection; calls are still served. Resolves when
   * proxies had `milliseconds` to look and to send their callers elsewhere.
   */
  begin(milliseconds: number): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly farewell: Farewell;
  }
}

/** Adds `server.farewell`. A closing server has begun its farewell, asked or not. */
export function addFarewell(server: FastifyInstance): void {
  let begun = false;
  server.decorate('farewell', {
    get begun() {
      return begun;
    },
    begin: async (milliseconds: number) => {
      begun = true;
      await pause(milliseconds);
    },
  });
  server.addHook('preClose', async () => {
    begun = true;
  });
  // A connection kept alive would bring the next call to a server that is gone by then.
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (begun) reply.header('connection', 'close');
    done(null, payload);
  });
}
