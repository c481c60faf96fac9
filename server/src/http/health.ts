import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/pool.ts';

/**
 * /healthz: the process lives. /readyz: it may be given traffic, that is, its database takes writes and it is not
 * about to stop.
 */
export function healthRoutes(server: FastifyInstance, db: Database): void {
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    // Read again after the database answered: the shutdown may have begun meanwhile.
    const ready = !server.gracefulShutdown.begun && (await db.isWritable()) && !server.gracefulShutdown.begun;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'unavailable' });
  });
}
