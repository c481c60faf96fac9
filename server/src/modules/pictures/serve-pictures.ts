import type { FastifyInstance } from 'fastify';
import { fail } from '../../app-error.ts';
import { BoundedQueue } from '../../bounded-queue.ts';
import type { Queryable } from '../../database/pool.ts';
import { callTimeoutMilliseconds, withTimeout } from '../../http/with-timeout.ts';
import { picturesStore } from './pictures.store.ts';

const name = /^([0-9a-f]{64})(-2x)?\.webp$/;
/** The size of the cache; the pictures that were added first are removed first. */
const cacheBytes = 8 * 1_048_576;

/**
 * Serves uploaded pictures: `/pictures/HASH.webp`, and `/pictures/HASH-2x.webp` at twice the size. Public, since an address reveals
 * only its picture; so only two reads of the database run concurrently.
 */
export function servePictures(server: FastifyInstance, db: Queryable): void {
  const queue = new BoundedQueue(2, 100);
  const cache = new Map<string, Buffer>();
  let bytes = 0;
  const addToCache = (file: string, content: Buffer) => {
    cache.set(file, content);
    bytes += content.length;
    for (const [oldest, { length }] of cache) {
      if (bytes <= cacheBytes) break;
      cache.delete(oldest);
      bytes -= length;
    }
  };
  const read = async (file: string): Promise<Buffer | undefined> => {
    const cached = cache.get(file);
    if (cached) return cached;
    const [, hash, large] = name.exec(file) ?? [];
    if (hash === undefined) return undefined;
    const found = await queue.run(() => picturesStore[large ? 'large' : 'small'].first(db, hash), {
      longestWait: callTimeoutMilliseconds,
    });
    if (found && !cache.has(file)) addToCache(file, found.content);
    return found?.content;
  };
  server.get<{ Params: { file: string } }>(
    '/pictures/:file',
    { config: { isData: true }, compress: false },
    async ({ params }, reply) => {
      const content = await withTimeout(read(params.file));
      if (!content) throw fail('NOT_FOUND');
      return reply
        .headers({
          'content-type': 'image/webp',
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        })
        .send(content);
    },
  );
}
