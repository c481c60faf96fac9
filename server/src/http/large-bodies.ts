import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Actor } from '../authorization/identity.ts';

const retrySeconds = 5;

type Sender = Pick<Actor, 'id' | 'administers'>;

/** Limits the bodies above the usual size that this process receives and processes at the same time. */
export interface LargeBodies {
  /**
   * Counts the request until its response is sent or its connection is closed. @throws AppError UNAVAILABLE when there are too many
   */
  enter(request: FastifyRequest, reply: FastifyReply, sender: Sender): void;
}

export interface MostLargeBodies {
  /** Of all administrators together. */
  readonly ofAdministrators: number;
  /** Of all resellers together, one of each. */
  readonly ofResellers: number;
}

/**
 * A body without a Content-Length counts as large, because its size is unbounded. The photos of resellers do not count for
 * administrators, who could not send a code list while one reseller sends photos that never end.
 * @param usualBytes size up to which a body is not counted
 */
export function largeBodies(most: MostLargeBodies, usualBytes: number): LargeBodies {
  let ofAdministrators = 0;
  const resellers = new Set<string>();
  /** @returns a function that ends the count; undefined when there are too many */
  const count = ({ id, administers }: Sender): (() => void) | undefined => {
    if (administers) {
      if (ofAdministrators >= most.ofAdministrators) return undefined;
      ofAdministrators += 1;
      return () => {
        ofAdministrators -= 1;
      };
    }
    if (resellers.has(id) || resellers.size >= most.ofResellers) return undefined;
    resellers.add(id);
    return () => void resellers.delete(id);
  };
  return {
    enter: (request, reply, sender) => {
      if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= usualBytes) return;
      // Closed while the session was read: no event would end the count.
      if (reply.raw.destroyed) return;
      const release = count(sender);
      if (!release) throw new AppError('UNAVAILABLE', undefined, retrySeconds);
      let counted = true;
      const releaseOnce = () => {
        if (counted) release();
        counted = false;
      };
      reply.raw.once('finish', releaseOnce);
      reply.raw.once('close', releaseOnce);
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
