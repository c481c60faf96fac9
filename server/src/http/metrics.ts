import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/pool.ts';
import { sendNotFound } from './error-reply.ts';

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * /metrics for Prometheus: calls by route and status, their duration, the pool, the process. With METRICS_TOKEN it
 * asks for that bearer token; without, only this machine may read it, and with a PUBLIC_URL nobody: a proxy on this
 * machine may pass calls on without saying so.
 */
export function metrics(server: FastifyInstance, db: Database, readers: MetricsReaders): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'almas_' });
  const calls = new Counter({
    name: 'almas_http_requests_total',
    help: 'Calls answered',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'almas_http_request_seconds',
    help: 'Time to answer',
    labelNames: ['method', 'route'],
    buckets: seconds,
    registers: [registry],
  });
  new Gauge({
    name: 'almas_database_connections',
    help: 'Connections of this process: busy, and callers waiting for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { busy, waiting } = db.load();
      this.set({ state: 'busy' }, busy);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    calls.inc({ method: request.method, route, status: reply.statusCode });
    duration.observe({ method: request.method, route }, reply.elapsedTime / 1_000);
    done();
  });
  server.get('/metrics', async (request, reply) => {
    if (!mayRead(request, readers)) return sendNotFound(request, reply);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return registry;
}

interface MetricsReaders {
  readonly token: string | undefined;
  /** Whether the server has a public address. */
  readonly isPublic: boolean;
}

function mayRead(request: FastifyRequest, { token, isPublic }: MetricsReaders): boolean {
  if (token === undefined) {
    if (isPublic) return false;
    const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '');
    // A call that a proxy passed on comes from elsewhere, whatever the last hop is.
    return local && request.headers['x-forwarded-for'] === undefined;
  }
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
