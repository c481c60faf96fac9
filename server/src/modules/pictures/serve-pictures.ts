import type { FastifyInstance } from 'fastify';
import { fail } from '../../app-error.ts';
import { BoundedQueue } from '../../bounded-queue.ts';
import type { Queryable } from '../../database/pool.ts';
import { picturesStore } from './pictures.store.ts';

const name = /^([0-9a-f]{64})(-2x)?\.webp$/;
/** Contents that a process keeps, the last ones asked for. */
const keptBytes = 8 * 1_048_576;

/**
 * Serves uploaded pictures: `/pictures/HASH.webp`, twice as large with `-2x`. Without a session, since the address names
 * its content and tells nothing else; few reads of the database at a time, since anybody may ask.
 */
export function servePictures(server: FastifyInstance, db: Queryable): void {
  const queue = new BoundedQueue(2, 100);
  const kept = new Map<string, Buffer>();
  let bytes = 0;
  const keep = (file: string, content: Buffer) => {
    kept.set(file, content);
    bytes += content.length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= keptBytes) break;
      kept.delete(oldest);
      bytes -= length;
    }
  };
  const read = async (file: string): Promise<Buffer | undefined> => {
    const known = kept.get(file);
    if (known) return known;
    const [, hash, large] = name.exec(file) ?? [];
    if (hash === undefined) return undefined;
    const found = await queue.run(() => picturesStore[large ? 'large' : 'small'].first(db, hash));
    if (found && !kept.has(file)) keep(file, found.content);
    return found?.content;
  };
  server.get<{ Params: { file: string } }>(
    '/pictures/:file',
    { config: { isData: true }, compress: false },
    async ({ params }, reply) => {
      const content = await read(params.file);
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
