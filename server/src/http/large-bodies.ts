import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

const retrySeconds = 5;

/** How many bodies above the usual size this process receives and works on at the same time. */
export interface LargeBodies {
  /** Counts the request until it is answered or broken off. @throws AppError UNAVAILABLE when there are too many */
  enter(request: FastifyRequest, reply: FastifyReply): void;
}

/** A body without a stated length counts as large: nothing says that it ends. */
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
 * Accepts the content of a file, up to the size that its route allows. In a scope of its own, where JSON is refused.
 * The type that the caller names is not believed: it only says that this is no form and no JSON.
 */
export function acceptPictures(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    /^(image\/[\w.+-]+|application\/octet-stream)$/,
    { parseAs: 'buffer' },
    (_request: FastifyRequest, content: string | Buffer, done: Done) => done(null, content),
  );
}
