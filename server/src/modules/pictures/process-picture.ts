import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError, fail } from '../../app-error.ts';
import { BoundedQueue } from '../../bounded-queue.ts';
import { lowPriority } from '../../low-priority.ts';

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** A picture as it is stored: without metadata, in the sizes asked for. */
export interface ProcessedPicture {
  /** Of the last size. */
  readonly width: number;
  readonly height: number;
  readonly contents: readonly Buffer[];
  /** Points of grey, a byte each, line by line. */
  readonly grids: readonly Buffer[];
}

interface Box {
  readonly width: number;
  readonly height: number;
}

export interface PictureRules {
  /** All, when it is left out. */
  readonly accepts?: readonly PictureFormat[];
  /** Width times height of the original, at the most; of an AVIF, which takes several times the memory. */
  readonly pixels: { readonly most: number; readonly avif: number };
  /** Boxes that the results fit in, the largest last; nothing is cut off or enlarged. */
  readonly sizes: readonly Box[];
  /** WebP, when it is left out. */
  readonly encode?: 'webp' | 'jpeg';
  /** Grids of grey points that the whole picture is stretched to, for comparing it. */
  readonly grids?: readonly Box[];
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
export const pictureQueue = (waiting: number): BoundedQueue => new BoundedQueue(1, waiting);
const uploads = pictureQueue(4);

const ascii = (content: Buffer, from: number, to: number) => content.toString('latin1', from, to);

const beginnings: Readonly<Record<PictureFormat, (content: Buffer) => boolean>> = {
  jpeg: (content) => content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  png: (content) =>
    content.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  webp: (content) => ascii(content, 0, 4) === 'RIFF' && ascii(content, 8, 12) === 'WEBP',
  avif: (content) => /^ftypavi[fs]$/.test(ascii(content, 4, 12)),
  gif: (content) => /^GIF8[79]a$/.test(ascii(content, 0, 6)),
};
const pictureFormats = Object.keys(beginnings) as PictureFormat[];

/** Whether the first bytes are those of one of the formats; a name or a declared type says nothing. */
export const isPictureFormat = (
  content: Buffer,
  formats: readonly PictureFormat[] = pictureFormats,
): boolean => formats.some((format) => beginnings[format](content));

/**
 * Decodes a picture and encodes it anew, so that nothing of the original but its pixels is kept.
 * @throws AppError PICTURE_FORMAT, PICTURE_TOO_MANY_PIXELS, PICTURE_UNREADABLE; UNAVAILABLE when too many wait already
 */
export async function processPicture(
  content: Buffer,
  { accepts = pictureFormats, encode = 'webp', grids = [], ...rules }: PictureRules,
  queue = uploads,
): Promise<ProcessedPicture> {
  if (!isPictureFormat(content, accepts)) throw fail('PICTURE_FORMAT');
  const output = await queue.run(() => decode(content, { ...rules, accepts, encode, grids }));
  return readOutput(output, rules.sizes.length);
}

/**
 * What the process wrote: a line with a header, then the contents of `sizes` pictures and of the grids. Exported for its test.
 * @throws AppError PICTURE_TOO_MANY_PIXELS, PICTURE_UNREADABLE also when the process ended before it had written everything
 */
export function readOutput(output: Buffer, sizes: number): ProcessedPicture {
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
  if (from !== output.length) throw fail('PICTURE_UNREADABLE');
  const stored = contents.splice(0, sizes);
  return { width, height, contents: stored, grids: contents };
}

/** @returns what the process wrote; nothing when it died over the picture */
function decode(content: Buffer, rules: Required<PictureRules>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...lowPriority.nodeArguments, program, JSON.stringify(rules)], {
      ...lowPriority.options,
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
