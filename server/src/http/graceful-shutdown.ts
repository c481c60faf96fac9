import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Stops a server without failing a call: /readyz answers 503 before the server closes. */
export interface GracefulShutdown {
  readonly begun: boolean;
  /**
   * From now on /readyz answers 503 and every response closes its connection; calls are still served. Resolves after `milliseconds`,
   * in which proxies notice and route calls to other servers.
   */
  begin(milliseconds: number): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly gracefulShutdown: GracefulShutdown;
  }
}

/** Adds `server.gracefulShutdown`. Closing the server also begins the shutdown. */
export function addGracefulShutdown(server: FastifyInstance): void {
  let begun = false;
  server.decorate('gracefulShutdown', {
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
  // A connection that is kept alive would carry the next call to a server that has stopped by then.
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (begun) reply.header('connection', 'close');
    done(null, payload);
  });
}
