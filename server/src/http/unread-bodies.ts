import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Bytes of a body that are read with the headers, at little cost. */
const alwaysReadBytes = 65_536;
/** A refused body up to this size is read to its end, so that the browser receives the response instead of a reset connection. */
const drainedBytes = 1_048_576;

/** The length of the body; infinite without a Content-Length. */
const bodyLength = ({ headers }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY;

/**
 * Pauses a long body until a handler reads it. Otherwise Node would buffer it while the call is being refused, and the garbage
 * collection of these buffers would delay the sales (P26). When a call is answered without its body and much of the body is missing,
 * the connection is closed.
 */
export function leaveBodiesUnread(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    const bytes = bodyLength(request);
    if (bytes > alwaysReadBytes) {
      const { raw } = request;
      // Reading the body resumes the socket. A request injected by a test has no socket.
      raw.socket.pause?.();
      if (bytes > drainedBytes)
        reply.raw.prependOnceListener('finish', () => {
          if (!raw.complete) raw.socket.destroy?.();
        });
    }
    done();
  });
}
