import type { FastifyRequest } from 'fastify';
import { refuse } from '../refusal.ts';

const readOnly = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a write that another site makes a browser send (P20). Every browser names the site a write comes from,
 * in `Origin` or `Sec-Fetch-Site`; a call with neither comes from a program, which carries nobody's cookie by
 * accident. The SameSite=Strict cookie is the second lock. @throws Refusal FOREIGN_ORIGIN
 */
export function checkSameOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (readOnly.has(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refuse('FOREIGN_ORIGIN');
  const { origin } = request.headers;
  if (origin === undefined) return;
  if (origin === publicUrl) return;
  if (!isOwn(origin, request.headers.host)) throw refuse('FOREIGN_ORIGIN');
}

/** Same host and port, a default port written out or not. */
function isOwn(origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  const own = `${protocol}//${host}`;
  return originHost !== '' && URL.canParse(own) && new URL(own).host === originHost;
}
