import { bodySizes } from '@almas/contract/limits';
import compress from '@fastify/compress';
import cookies from '@fastify/cookie';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { isDatabaseFailure } from './database/failures.ts';
import { apiDocuments } from './http/api-page.ts';
import { sendClientError } from './http/client-error.ts';
import { limitConcurrency } from './http/concurrency-limit.ts';
import { sendError } from './http/error-reply.ts';
import { addGracefulShutdown } from './http/graceful-shutdown.ts';
import { healthRoutes } from './http/health.ts';
import { readLanguages } from './http/language.ts';
import { metrics } from './http/metrics.ts';
import { pageData } from './http/page-data.ts';
import { checkProtocol } from './http/protocol.ts';
import { rightAddress } from './http/public-address.ts';
import { requestIds, sendRequestIds } from './http/request-id.ts';
import { checkSameOrigin } from './http/same-origin.ts';
import { securityHeaders, unroutedHeaders } from './http/security-headers.ts';
import { serve } from './http/serve.ts';
import { sessionCookie } from './http/session-cookie.ts';
import { leaveBodiesUnread } from './http/unread-bodies.ts';
import { inlineScripts, webFiles, withReadablePath } from './http/web-files.ts';
import { limitConnections, limitPipelining, slowClientOptions } from './limits/connections.ts';
import { sessions as openSessions } from './modules/accounts/sessions.ts';
import { raiseDatabaseError } from './modules/alerts/raise-alert.ts';
import { readOperationsFigures } from './modules/operations/read-figures.ts';
import { servePictures } from './modules/pictures/serve-pictures.ts';
import { apiKeys } from './modules/reseller-api/known-keys.ts';
import { servedGroups } from './routes.ts';
import { recordRequestEvents } from './security/request-events.ts';
import type { Services } from './services.ts';
import { version } from './version.ts';

/** Builds the HTTP server of one process: API and web files. It does not listen yet. */
export async function buildServer(services: Services): Promise<FastifyInstance> {
  const { config, db } = services;
  const headers = unroutedHeaders(config.publicUrl);
  const server = Fastify({
    loggerInstance: services.log,
    // No line per request, which would cost more than the request: refusals have their own lines, errors are logged where they occur.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy ?? false,
    genReqId: requestIds(config.trustProxy ?? []),
    // error-reply.ts adds the route to a line; a child logger per request costs more.
    childLoggerFactory: (logger) => logger,
    rewriteUrl: withReadablePath,
    routerOptions: { maxParamLength: 500 },
    bodyLimit: bodySizes.usual,
    forceCloseConnections: 'idle',
    // A request on a kept-alive connection is still answered while the server closes.
    return503OnClosing: false,
    ...slowClientOptions,
    clientErrorHandler: sendClientError(headers),
    // A malformed address of the API matches no route, so none of the hooks below has run for it.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id);
      sendError(error, request as unknown as FastifyRequest, reply as unknown as FastifyReply);
    },
  }) as unknown as FastifyInstance;
  limitConnections(server.server, {
    perNetwork: config.connectionsPerAddress,
    proxies: config.trustProxy ?? [],
  });
  limitPipelining(server.server);
  addGracefulShutdown(server);
  server.setErrorHandler(sendError);
  leaveBodiesUnread(server);
  await server.register(cookies);
  readLanguages(server, services.features);
  sendRequestIds(server);
  recordRequestEvents(server, services);
  await securityHeaders(server, { ...config, inlineScripts: inlineScripts() });
  server.addHook('onRequest', (request, reply, done) => {
    checkProtocol(request);
    checkSameOrigin(request, config.publicUrl);
    const right = rightAddress(request, config.publicUrl);
    if (right === undefined) done();
    else reply.header('cache-control', 'no-store').redirect(right);
  });

  const sessions = openSessions(db, config.sessionSecret, config.sessionLives, config.extensions);
  const cookie = sessionCookie(config.publicUrl);
  await server.register(compress, { global: false });
  const groups = servedGroups(services, sessions, cookie);
  const callers = { cookie, sessions, keys: apiKeys(db) };
  await serve(server, groups, callers, limitConcurrency(config.maxConcurrentRequests), {
    primary: db,
    reads: services.replica.reads,
  });
  server.addHook('onError', async (request, _reply, error) => {
    db.recordFailure(error);
    if (request.method === 'GET' && isDatabaseFailure(error))
      raiseDatabaseError(services.log, request.routeOptions.url ?? request.url, error);
  });
  server.addHook('onListen', async () => services.streams.start());
  // Event streams never end by themselves: closing the server would wait for them.
  server.addHook('preClose', async () => services.streams.endAll());
  server.addHook('onClose', () => services.streams.close());
  server.addHook('onClose', () => services.replica.end());
  apiDocuments(server, version);
  servePictures(server, services.publicDb);
  healthRoutes(server, db);
  metrics(
    server,
    db,
    { token: config.metricsToken, isPublic: config.publicUrl !== undefined },
    {
      figures: () => readOperationsFigures(db),
      jobRuns: services.jobRuns,
      archiveState: services.archiveState,
      securityCounts: () => services.security.counts(),
      outboxSends: () => services.outbox.sends(),
      replica: () => services.replica.figures(),
    },
  );
  await webFiles(server, pageData(server, cookie));
  return server;
}
