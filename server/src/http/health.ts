import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/pool.ts';

/**
 * /healthz: the process lives. /readyz: it may be given traffic, that is, its database takes writes and it is not
 * about to stop.
 */
export function healthRoutes(server: FastifyInstance, db: Database): void {
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    // Asked after the database: the farewell may begin while it answers.
    const ready = !server.farewell.begun && (await db.isWritable()) && !server.farewell.begun;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'unavailable' });
  });
}
