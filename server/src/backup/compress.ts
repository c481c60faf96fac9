import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { inOrder } from './in-order.ts';

const gzipped = promisify(gzip);
/** Large enough that beginning anew with each block costs less than 2 % of the size. */
const blockBytes = 1_048_576;
/** As many as Node has threads for such work. */
const blocksSideBySide = 4;
/** Measured on copied tables: level 6 makes the file 6 % smaller and takes twice the time of the processor. */
const level = 2;
/** Of the result: smaller pieces come back to the main thread more often. */
const chunkSize = 262_144;

/** Compresses a stream block by block on several threads. Gzip streams in a row are one gzip stream. */
export const compress = (content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> =>
  inOrder(blocks(content), blocksSideBySide, (block) => gzipped(block, { level, chunkSize }));

async function* blocks(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let collected: Buffer[] = [];
  let bytes = 0;
  for await (const piece of content) {
    collected.push(piece);
    bytes += piece.length;
    if (bytes < blockBytes) continue;
    yield Buffer.concat(collected);
    [collected, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(collected);
}
