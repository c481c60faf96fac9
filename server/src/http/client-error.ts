import type { Socket } from 'node:net';
import { errorSentence } from '@almas/locale';
import { waitsForSlowBody } from './slow-bodies.ts';

const statusLines: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/**
 * Answers malformed and timed-out requests on the socket with the same error body as any other refusal: Fastify has no request object
 * for them.
 */
export function sendClientError(headers: Readonly<Record<string, string>>) {
  const send = (code: string | undefined, socket: Socket): void => {
    if (code === 'ECONNRESET' || socket.destroyed) return;
    const body = JSON.stringify({
      code: 'MALFORMED_REQUEST',
      message: errorSentence('MALFORMED_REQUEST', undefined),
    });
    const lines = [
      `HTTP/1.1 ${statusLines[code ?? ''] ?? '400 Bad Request'}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'connection: close',
    ];
    if (socket.writable) socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
    socket.destroySoon();
  };
  return ({ code }: Error & { code?: string }, socket: Socket): void => {
    const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (!isLate || !waitsForSlowBody(socket, () => send(code, socket))) send(code, socket);
  };
}
