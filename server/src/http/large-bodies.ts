import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

const retrySeconds = 5;

/** Limits the bodies above the usual size that this process receives and processes at the same time. */
export interface LargeBodies {
  /**
   * Counts the request until its response is sent or its connection is closed. @throws AppError UNAVAILABLE when there are too many
   */
  enter(request: FastifyRequest, reply: FastifyReply): void;
}

/**
 * A body without a Content-Length counts as large, because its size is unbounded.
 * @param most concurrent large bodies
 * @param usualBytes size up to which a body is not counted
 */
export function largeBodies(most: number, usualBytes: number): LargeBodies {
  let inFlight = 0;
  return {
    enter: (request, reply) => {
      if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= usualBytes) return;
      if (inFlight >= most) throw new AppError('UNAVAILABLE', undefined, retrySeconds);
      inFlight += 1;
      let counted = true;
      const leave = () => {
        if (counted) inFlight -= 1;
        counted = false;
      };
      reply.raw.once('finish', leave);
      reply.raw.once('close', leave);
    },
  };
}

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Accepts files as bodies, up to the size that their route allows. Registered in a scope of its own, where JSON is refused. The
 * Content-Type only excludes forms and JSON; the content is checked when it is decoded.
 */
export function acceptPictures(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    /^(image\/[\w.+-]+|application\/octet-stream)$/,
    { parseAs: 'buffer' },
    (_request: FastifyRequest, content: string | Buffer, done: Done) => done(null, content),
  );
}
