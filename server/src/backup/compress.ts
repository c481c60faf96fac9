import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { inOrder } from './in-order.ts';

const gzipped = promisify(gzip);
/** Large enough that separate gzip streams make the file less than 2 % larger. */
const blockBytes = 1_048_576;
/** The default size of the thread pool of Node. */
const concurrentBlocks = 4;
/** Measured on copied tables: level 6 makes the file 6 % smaller and takes twice the CPU time. */
const level = 2;
/** Bytes of the compressed output; smaller chunks return to the main thread more often. */
const chunkSize = 262_144;

/** Compresses a stream block by block on several threads. Concatenated gzip streams are a valid gzip stream. */
export const compress = (content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> =>
  inOrder(blocks(content), concurrentBlocks, (block) => gzipped(block, { level, chunkSize }));

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
