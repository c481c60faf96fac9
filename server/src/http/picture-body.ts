import type { FastifyInstance, FastifyRequest } from 'fastify';

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
