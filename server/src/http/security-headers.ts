import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const common = (secure: boolean) =>
  ({
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: true },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  }) as const satisfies FastifyHelmetOptions;

/**
 * The policy of a document: scripts only from this server and the inline one by its hash; no framing; no requests to other sites
 * (P21). Inline styles are allowed, because the first view contains the styles of its screen and style attributes. Pictures may come
 * from any site, since administrators enter their addresses, unless PICTURE_HOSTS restricts them.
 */
const documentPolicy = (
  secure: boolean,
  pictureHosts: readonly string[] | undefined,
  inlineScripts: readonly string[],
): FastifyHelmetOptions => ({
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
const dataPolicy = (secure: boolean): FastifyHelmetOptions => ({
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
    /** Most keys of the JSON body, when it is not the usual number (json-body.ts). */
    readonly bodyKeys?: number;
  }
}

interface HeaderSettings {
  readonly publicUrl: string | undefined;
  /** The only hosts that pictures are loaded from; `undefined`: any. */
  readonly pictureHosts: readonly string[] | undefined;
  /** The hashes of the inline scripts of the page (web-files.ts). */
  readonly inlineScripts: readonly string[];
}

const isSecure = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https:') ?? false;

/** For an answer that no route gives, to a request that cannot be read. */
export const unroutedHeaders = (publicUrl: string | undefined): Readonly<Record<string, string>> => ({
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  ...(isSecure(publicUrl) && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

/** Adds the security headers to every response, before the first check, so that refusals have them too. */
export async function securityHeaders(
  server: FastifyInstance,
  { publicUrl, pictureHosts, inlineScripts }: HeaderSettings,
): Promise<void> {
  const secure = isSecure(publicUrl);
  const ofData = dataPolicy(secure);
  server.addHook('onRoute', (route) => {
    if (route.config?.isData) route.helmet = ofData;
  });
  await server.register(helmet, documentPolicy(secure, pictureHosts, inlineScripts));
}
