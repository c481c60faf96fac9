import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError, fail } from '../../app-error.ts';
import { BoundedQueue } from '../../bounded-queue.ts';

/** A picture as it is stored: WebP without metadata, in the sizes asked for. */
export interface ProcessedPicture {
  /** Of the last size. */
  readonly width: number;
  readonly height: number;
  readonly contents: readonly Buffer[];
}

export interface PictureRules {
  /** Width times height of the original, at the most; of an AVIF, which takes several times the memory. */
  readonly pixels: { readonly most: number; readonly avif: number };
  /** Boxes that the results fit in, the largest last; nothing is cut off or enlarged. */
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
}

interface Header {
  readonly code: 'ok' | 'pixels' | 'unreadable';
  readonly lengths: readonly number[];
  readonly width?: number;
  readonly height?: number;
}

const program = fileURLToPath(new URL('./picture-process.mjs', import.meta.url));
const patienceMilliseconds = 60_000;
/** One at a time: decoding takes a core and up to a few hundred megabytes, outside this process. */
const queue = new BoundedQueue(1, 4);

const ascii = (content: Buffer, from: number, to: number) => content.toString('latin1', from, to);

/** Whether the first bytes are those of a JPEG, PNG, WebP, AVIF or GIF; a name or a declared type says nothing. */
export function isPictureFormat(content: Buffer): boolean {
  return (
    content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
    content.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) ||
    (ascii(content, 0, 4) === 'RIFF' && ascii(content, 8, 12) === 'WEBP') ||
    /^ftypavi[fs]$/.test(ascii(content, 4, 12)) ||
    /^GIF8[79]a$/.test(ascii(content, 0, 6))
  );
}

/**
 * Decodes a picture and encodes it anew, so that nothing of the original but its pixels is kept.
 * @throws AppError PICTURE_FORMAT, PICTURE_TOO_MANY_PIXELS, PICTURE_UNREADABLE; UNAVAILABLE when too many wait already
 */
export async function processPicture(content: Buffer, rules: PictureRules): Promise<ProcessedPicture> {
  if (!isPictureFormat(content)) throw fail('PICTURE_FORMAT');
  const output = await queue.run(() => decode(content, rules));
  const end = output.indexOf('\n');
  if (end < 0) throw fail('PICTURE_UNREADABLE');
  const { code, lengths, width = 0, height = 0 } = JSON.parse(output.toString('utf8', 0, end)) as Header;
  if (code === 'pixels') throw fail('PICTURE_TOO_MANY_PIXELS');
  if (code !== 'ok') throw fail('PICTURE_UNREADABLE');
  let from = end + 1;
  const contents = lengths.map((length) => {
    from += length;
    return output.subarray(from - length, from);
  });
  return { width, height, contents };
}

/** @returns what the process wrote; nothing when it died over the picture */
function decode(content: Buffer, rules: PictureRules): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, JSON.stringify(rules)], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMilliseconds);
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    // It may die before it has read everything.
    child.stdin.on('error', () => {});
    child.once('error', () => {
      clearTimeout(timer);
      reject(new AppError('UNAVAILABLE', undefined, 5));
    });
    child.once('close', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks));
    });
    child.stdin.end(content);
  });
}
