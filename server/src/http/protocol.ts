import type { FastifyRequest } from 'fastify';
import { fail } from '../app-error.ts';

/**
 * Refuses what Node's parser accepts and no client sends: HTTP/0.9, a request line alone, and two Host lines, of which a proxy may take
 * the one and the server the other. @throws AppError MALFORMED_REQUEST
 */
export function checkProtocol({ raw }: Pick<FastifyRequest, 'raw'>): void {
  let hosts = 0;
  for (let n = 0; n < raw.rawHeaders.length; n += 2) {
    if (raw.rawHeaders[n]?.length === 4 && raw.rawHeaders[n]?.toLowerCase() === 'host') hosts += 1;
  }
  if (raw.httpVersionMajor < 1 || hosts > 1) throw fail('MALFORMED_REQUEST');
}
