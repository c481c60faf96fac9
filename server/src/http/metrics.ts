import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ArchiveState } from '../database/archive/archive-state.ts';
import type { Database } from '../database/pool.ts';
import type { ReplicaFigures } from '../database/read-replica.ts';
import { sendNotFound } from './error-reply.ts';

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Serves /metrics for Prometheus: calls by route and status, their duration, the pool, the process. With METRICS_TOKEN it requires
 * that bearer token. Without it only requests from this machine are served, and with a PUBLIC_URL none: a proxy on this machine may
 * forward requests without a header that shows it.
 */
export function metrics(
  server: FastifyInstance,
  db: Database,
  readers: MetricsReaders,
  read: FiguresReader,
): Registry {
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
  new Counter({
    name: 'almas_security_events_total',
    help: 'Sign-ins, refusals and reads of personal data, by kind',
    labelNames: ['event'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [event, count] of read.securityCounts()) this.inc({ event }, count);
    },
  });
  new Counter({
    name: 'almas_outbox_sends_total',
    help: 'Attempts of this process to send a message to a device or a chat: sent, to be repeated, given up',
    labelNames: ['kind', 'result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { kind, result, count } of read.outboxSends()) this.inc({ kind, result }, count);
    },
  });
  replicaMetrics(registry, read.replica);
  // Initialized with 0, because a series that begins at 1 has no rate: the calls that alerts watch exist from the start.
  for (const [method, route] of watchedRoutes) {
    for (const status of watchedStatuses) calls.inc({ method, route, status }, 0);
  }
  const refresh = operationsGauges(registry, server, db, read);
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    calls.inc({ method: request.method, route, status: reply.statusCode });
    duration.observe({ method: request.method, route }, reply.elapsedTime / 1_000);
    done();
  });
  server.get('/metrics', async (request, reply) => {
    if (!mayRead(request, readers)) return sendNotFound(request, reply);
    await refresh();
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
  return registry;
}

/** With labels a server without a standby has no series, instead of a 0 that an alert would take for a fault. */
function replicaMetrics(registry: Registry, read: FiguresReader['replica']): void {
  const registers = [registry];
  new Counter({
    name: 'almas_replica_reads_total',
    help: 'Reads that may be answered by the standby: by it, or by the primary for this reason',
    labelNames: ['answered'],
    registers,
    collect() {
      this.reset();
      for (const [answered, count] of read()?.reads ?? []) this.inc({ answered }, count);
    },
  });
  const labelNames = ['database'];
  const database = 'replica';
  new Gauge({
    name: 'almas_replica_usable',
    help: '1 when lists are read from the standby',
    labelNames,
    registers,
    collect() {
      const seen = read();
      if (seen) this.set({ database }, seen.refusedFor === undefined ? 1 : 0);
    },
  });
  new Gauge({
    name: 'almas_replica_lag_seconds',
    help: 'Age of the oldest commit that the standby has not replayed',
    labelNames,
    registers,
    collect() {
      const seen = read();
      if (seen) this.set({ database }, seen.lagSeconds);
    },
  });
}

interface MetricsReaders {
  readonly token: string | undefined;
  /** Whether the server has a public address. */
  readonly isPublic: boolean;
}

const watchedRoutes = [
  ['POST', '/api/purchases'],
  ['POST', '/api/login'],
  ['POST', '/api/free-fire/requests'],
  ['POST', '/api/recharge-requests'],
  ['GET', '/api/products'],
  ['GET', '/api/me'],
] as const;
const watchedStatuses = [200, 429, 500, 503];

/** Figures of the business and of the jobs, read from the database at a scrape. Times in seconds. */
export interface FiguresReader {
  figures(): Promise<{
    readonly salesLastHour: number;
    readonly oldestPendingSeconds: Readonly<Record<string, number>>;
    readonly trailPosition: number;
    readonly outbox: { readonly waiting: number; readonly oldestSeconds: number; readonly dead: number };
    readonly lowStock: readonly {
      readonly product: string;
      readonly offer: string;
      readonly stock: number;
    }[];
    readonly runs: readonly {
      readonly kind: string;
      readonly succeeded: boolean;
      readonly finishedAt: string;
    }[];
  }>;
  /** When each job last succeeded, in milliseconds since 1970. */
  readonly jobRuns: ReadonlyMap<string, number>;
  /** Undefined when no archive is configured. */
  archiveState(): Promise<ArchiveState | undefined>;
  /** How often each kind of security event has happened in this process. */
  securityCounts(): ReadonlyMap<string, number>;
  /** Attempts to send messages, of every kind and result. */
  outboxSends(): readonly { readonly kind: string; readonly result: string; readonly count: number }[];
  /** The figures of the standby that lists are read from; `undefined` without one. */
  replica(): ReplicaFigures | undefined;
}

/** @returns a function that updates the gauges; while the database is unavailable all but `almas_ready` keep their values */
function operationsGauges(
  registry: Registry,
  server: FastifyInstance,
  db: Database,
  read: FiguresReader,
): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const sales = gauge('almas_sales_last_hour', 'Purchases of the last hour, over all servers');
  const oldest = gauge('almas_oldest_pending_seconds', 'Age of the oldest pending item', ['kind']);
  const trail = gauge(
    'almas_audit_trail_position',
    'Actions of the audit trail that are sealed in its chain',
  );
  const outboxWaiting = gauge('almas_outbox_waiting', 'Messages that are not sent yet, over all servers');
  const outboxOldest = gauge(
    'almas_outbox_oldest_seconds',
    'Since when the oldest message that waits is due',
  );
  const outboxDead = gauge('almas_outbox_dead_letters', 'Messages that could not be delivered');
  const low = gauge('almas_low_stock_codes', 'Codes left of an active offer with fewer than 10', [
    'product',
    'offer',
  ]);
  const finished = gauge('almas_maintenance_last_seconds', 'When the newest backup or audit ended', ['kind']);
  const succeeded = gauge('almas_maintenance_last_succeeded', '1 when the newest backup or audit was good', [
    'kind',
  ]);
  const jobs = gauge(
    'almas_job_last_run_seconds',
    'When a scheduled job last ended well in this process, at first when it started',
    ['task'], // `job` is a label that each scrape sets itself
  );
  const ready = gauge(
    'almas_ready',
    '1 when this server may be given traffic: its database takes writes and it is not stopping',
  );
  const archiveLag = gauge(
    'almas_archive_lag_seconds',
    'How long the oldest finished segment of the log has waited to be archived',
  );
  const archived = gauge(
    'almas_archive_last_seconds',
    'When the newest segment of the log was archived, and the newest base backup taken',
    ['kind'],
  );
  const archiveForeign = gauge(
    'almas_archive_foreign_timelines',
    'How many timelines another database has written into the archive',
  );
  return async () => {
    const archive = await read.archiveState();
    archiveForeign.set(archive?.foreignTimelines.length ?? 0);
    archiveLag.set(archive?.lagSeconds ?? 0);
    if (archive?.archivedAt) archived.set({ kind: 'segment' }, archive.archivedAt / 1_000);
    if (archive?.baseAt) archived.set({ kind: 'base' }, archive.baseAt / 1_000);
    const writable = !server.gracefulShutdown.begun && (await db.isWritable());
    ready.set(writable ? 1 : 0);
    for (const [task, at] of read.jobRuns) jobs.set({ task }, at / 1_000);
    const seen = writable ? await read.figures().catch(() => undefined) : undefined;
    if (!seen) return;
    sales.set(seen.salesLastHour);
    trail.set(seen.trailPosition);
    outboxWaiting.set(seen.outbox.waiting);
    outboxOldest.set(seen.outbox.oldestSeconds);
    outboxDead.set(seen.outbox.dead);
    for (const [kind, age] of Object.entries(seen.oldestPendingSeconds)) oldest.set({ kind }, age);
    low.reset();
    for (const { product, offer, stock } of seen.lowStock) low.set({ product, offer }, stock);
    for (const run of seen.runs) {
      finished.set({ kind: run.kind }, Date.parse(run.finishedAt) / 1_000);
      succeeded.set({ kind: run.kind }, run.succeeded ? 1 : 0);
    }
  };
}

const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'via'] as const;

function mayRead(request: FastifyRequest, { token, isPublic }: MetricsReaders): boolean {
  if (token === undefined) {
    if (isPublic) return false;
    const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '');
    // A request that a proxy has forwarded is not local, whatever the address of the last hop; one for another host may be a page's,
    // whose name was made to resolve to this machine.
    const { headers } = request;
    const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined);
    return local && !isForwarded && /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(headers.host ?? '');
  }
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
