import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/pool.ts';

/** /healthz: the process lives. /readyz: it may be given traffic, that is, its database answers writes. */
export function healthRoutes(server: FastifyInstance, db: Database): void {
  let closing = false;
  server.addHook('preClose', async () => {
    closing = true;
  });
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    const writable = !closing && (await isWritable(db));
    return reply.code(writable ? 200 : 503).send({ status: writable ? 'ready' : 'unavailable' });
  });
}

async function isWritable(db: Database): Promise<boolean> {
  try {
    const { rows } = await db.query<{ standby: boolean }>({
      name: 'health.ready',
      text: 'SELECT pg_is_in_recovery() AS standby',
    });
    return rows[0]?.standby === false;
  } catch {
    return false;
  }
}
