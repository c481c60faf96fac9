import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

const common = (secure: boolean) =>
  ({
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: true },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  }) as const satisfies HelmetOptions;

/**
 * The policy of a document: scripts only from this server and the inline one by its hash; no framing; no requests to other sites
 * (P21). Inline styles are allowed, because the first view contains the styles of its screen and style attributes. Pictures may come
 * from any site, since administrators enter their addresses, unless PICTURE_HOSTS restricts them.
 */
const documentPolicy = (
  secure: boolean,
  pictureHosts: readonly string[] | undefined,
  inlineScripts: readonly string[],
): HelmetOptions => ({
  ...common(secure),
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...inlineScripts],
      scriptSrcAttr: ["'none'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', ...(pictureHosts?.map((host) => `https://${host}`) ?? ['https:', 'http:'])],
      connectSrc: ["'self'"],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      ...(secure && { upgradeInsecureRequests: [] }),
    },
  },
});

/**
 * The policy of an API response: it must neither run nor be framed. The directives that matter only for documents are left out,
 * because they would make a short response four times as long.
 */
const dataPolicy = (secure: boolean): HelmetOptions => ({
  ...common(secure),
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route that returns data and never a document. */
    readonly isData?: boolean;
  }
}

interface HeaderSettings {
  readonly publicUrl: string | undefined;
  /** The only hosts that pictures are loaded from; `undefined`: any. */
  readonly pictureHosts: readonly string[] | undefined;
  /** The hashes of the inline scripts of the page (web-files.ts). */
  readonly inlineScripts: readonly string[];
}

/** The headers of an API response. */
export const dataHeaders = (publicUrl: string | undefined): Record<string, string> =>
  collect(helmet(dataPolicy(publicUrl?.startsWith('https:') ?? false)));

/** Adds the security headers to every response. They are computed once, because they do not depend on the request. */
export function securityHeaders(
  server: FastifyInstance,
  { publicUrl, pictureHosts, inlineScripts }: HeaderSettings,
): void {
  const secure = publicUrl?.startsWith('https:') ?? false;
  const ofDocuments = collect(helmet(documentPolicy(secure, pictureHosts, inlineScripts)));
  const ofData = dataHeaders(publicUrl);
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config.isData ? ofData : ofDocuments);
    done();
  });
}

type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** The headers that a middleware sets independently of the request. */
function collect(middleware: Middleware): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  middleware({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
