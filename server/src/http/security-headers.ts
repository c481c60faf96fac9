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
 * Scripts from this server alone, and the one that stands in the page, by its hash; no frame around it, nothing sent elsewhere (P21).
 * Inline styles stay allowed: the first view that the server renders has the styles of its screen in the page, and attributes
 * of style. Pictures may come from any site, since an administrator gives their addresses, unless PICTURE_HOSTS names the ones
 * allowed.
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
 * An answer of the API is data: it runs nothing, shows nothing and may not be framed. What only a document is asked
 * about would be four times the bytes of a short answer, on a network where bytes are time.
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
    /** Answers data and never a document. */
    readonly isData?: boolean;
  }
}

interface HeaderSettings {
  readonly publicUrl: string | undefined;
  /** The only sites that pictures are loaded from; `undefined`: any. */
  readonly pictureHosts: readonly string[] | undefined;
  /** The hashes of the scripts that stand in the page (web-files.ts). */
  readonly inlineScripts: readonly string[];
}

/** The headers of an answer of the API. */
export const dataHeaders = (publicUrl: string | undefined): Record<string, string> =>
  collect(helmet(dataPolicy(publicUrl?.startsWith('https:') ?? false)));

/** Every answer carries them. They depend on nothing else, so they are worked out once and not at each call. */
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

/** What a middleware that depends on no request sets. */
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
