import { fileURLToPath } from 'node:url';
import { fail } from '../../app-error.ts';
import { BoundedQueue, type Turn } from '../../bounded-queue.ts';
import { runLowPriority } from '../../low-priority.ts';

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** An encoded picture without metadata. */
export interface ProcessedPicture {
  /** Of the decoded picture, which fits in the last of `sizes`. In pixels. */
  readonly width: number;
  readonly height: number;
  /** The encoded picture, once per size. */
  readonly contents: readonly Buffer[];
  /** Grey values, a byte each, row by row. */
  readonly grids: readonly Buffer[];
}

interface Box {
  readonly width: number;
  readonly height: number;
}

export interface PictureRules {
  /** By default all. */
  readonly accepts?: readonly PictureFormat[];
  /** The maximum of width times height of the original; a lower one for AVIF, whose decoder needs several times the memory. */
  readonly pixels: { readonly most: number; readonly avif: number };
  /** Boxes into which the results fit, the largest last; pictures are neither cropped nor enlarged. */
  readonly sizes?: readonly Box[];
  /** One more result, the last, of at most so many pixels, whatever its sides. */
  readonly area?: number;
  /** By default WebP. */
  readonly encode?: 'webp' | 'jpeg';
  /** Grids of grey values to which the whole picture is stretched, for comparisons. */
  readonly grids?: readonly Box[];
  /** The lines of text (text-lines.mjs), after the grids. */
  readonly lines?: boolean;
}

interface Header {
  readonly code: 'ok' | 'pixels' | 'unreadable';
  readonly lengths: readonly number[];
  readonly width?: number;
  readonly height?: number;
}

const program = fileURLToPath(new URL('./picture-process.mjs', import.meta.url));
const timeoutMilliseconds = 60_000;

/** Runs one decoding at a time, because each takes a CPU core and up to a few hundred megabytes. @param waiting the maximum that wait */
export const pictureQueue = (waiting: number): BoundedQueue => new BoundedQueue(1, waiting);
const uploads = pictureQueue(4);

const ascii = (content: Buffer, from: number, to: number) => content.toString('latin1', from, to);

const signatures: Readonly<Record<PictureFormat, (content: Buffer) => boolean>> = {
  jpeg: (content) => content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  png: (content) =>
    content.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  webp: (content) => ascii(content, 0, 4) === 'RIFF' && ascii(content, 8, 12) === 'WEBP',
  avif: (content) => /^ftypavi[fs]$/.test(ascii(content, 4, 12)),
  gif: (content) => /^GIF8[79]a$/.test(ascii(content, 0, 6)),
};
const pictureFormats = Object.keys(signatures) as PictureFormat[];

/** Whether the first bytes are the signature of one of the formats. File name and declared type are not trusted. */
export const isPictureFormat = (
  content: Buffer,
  formats: readonly PictureFormat[] = pictureFormats,
): boolean => formats.some((format) => signatures[format](content));

/**
 * Decodes a picture and encodes its pixels again, so that no metadata is kept.
 * @throws AppError PICTURE_FORMAT, PICTURE_TOO_MANY_PIXELS, PICTURE_UNREADABLE; UNAVAILABLE when the queue is full or displaces it
 */
export async function processPicture(
  content: Buffer,
  { accepts = pictureFormats, encode = 'webp', grids = [], sizes = [], ...rules }: PictureRules,
  { queue = uploads, turn }: { readonly queue?: BoundedQueue; readonly turn?: Turn } = {},
): Promise<ProcessedPicture> {
  if (!isPictureFormat(content, accepts)) throw fail('PICTURE_FORMAT');
  const args = [JSON.stringify({ ...rules, accepts, encode, grids, sizes })];
  const { output } = await queue.run(
    () => runLowPriority({ program, args, input: [content], timeoutMilliseconds }),
    turn,
  );
  return readOutput(output, sizes.length + (rules.area === undefined ? 0 : 1));
}

/**
 * Parses the output of the process: a line of JSON, the contents of `sizes` pictures, the grids. Exported for its test.
 * @throws AppError PICTURE_TOO_MANY_PIXELS; PICTURE_UNREADABLE, also for incomplete output
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
