import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/pool.ts';

/**
 * /healthz: the process runs. /readyz: it can be given traffic, which means that its database accepts writes and no shutdown has
 * begun.
 */
export function healthRoutes(server: FastifyInstance, db: Database): void {
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    // Read after the database has answered: a shutdown may have begun meanwhile.
    const ready = !server.gracefulShutdown.begun && (await db.isWritable()) && !server.gracefulShutdown.begun;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'unavailable' });
  });
}
