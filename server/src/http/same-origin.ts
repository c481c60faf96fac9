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
  const host = URL.canParse(origin) ? new URL(origin).host : undefined;
  if (host === undefined || host !== request.headers.host) throw refuse('FOREIGN_ORIGIN');
}
