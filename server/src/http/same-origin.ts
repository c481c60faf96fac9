import type { FastifyRequest } from 'fastify';
import { fail } from '../app-error.ts';
import { isPublicName } from './public-address.ts';

const readOnly = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a write that another site makes a browser send (P20). Browsers name the origin of a write in `Origin` or `Sec-Fetch-Site`; a
 * request with neither comes from a program, which does not send a user's cookie unintentionally. The SameSite=Strict cookie protects
 * as well. @throws AppError FOREIGN_ORIGIN
 */
export function checkSameOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (readOnly.has(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw fail('FOREIGN_ORIGIN');
  const { origin, host } = request.headers;
  if (
    publicUrl === undefined ? origin === undefined || isOwn(origin, host) : isPublic(publicUrl, origin, host)
  )
    return;
  throw fail('FOREIGN_ORIGIN');
}

/**
 * Whether the origin is allowed for a server with a PUBLIC_URL: the public origin, or the server's own host when it is reached
 * internally, by an IP address or a name without a dot, through a proxy that sets its own Host. The name of another site is refused.
 */
function isPublic(publicUrl: string, origin: string | undefined, host: string | undefined): boolean {
  if (origin !== undefined && origin !== publicUrl) return false;
  if (host === undefined || !URL.canParse(`http://${host}`)) return host === undefined;
  return isPublicName(publicUrl, new URL(`http://${host}`).hostname);
}

/** Compares host and port; a default port may be omitted. */
function isOwn(origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  const own = `${protocol}//${host}`;
  return originHost !== '' && URL.canParse(own) && new URL(own).host === originHost;
}
