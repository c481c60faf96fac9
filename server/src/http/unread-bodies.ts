import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Bytes that arrive with the headers at little cost. */
const readAnyway = 65_536;
/** Bytes of a refused body that are read to their end, so that a browser takes the refusal and no broken connection. */
const readToTheEnd = 1_048_576;

/** Of a body without a stated length nothing says that it ends. */
const announcedBytes = ({ headers }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY;

/**
 * Reads no long body before something asks for it, beyond what one reading brings with the headers: Node would go on while
 * the call is being refused, into memory whose collection holds up the sales (P26). Of a call that was answered before its
 * body was asked for, the connection ends at once when much of it is still to come.
 */
export function leaveBodiesUnread(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    const bytes = announcedBytes(request);
    if (bytes > readAnyway) {
      const { raw } = request;
      // Reading the body starts it again. A call that a test injects has no connection to pause or to end.
      raw.socket.pause?.();
      if (bytes > readToTheEnd)
        reply.raw.prependOnceListener('finish', () => {
          if (!raw.complete) raw.socket.destroy?.();
        });
    }
    done();
  });
}
