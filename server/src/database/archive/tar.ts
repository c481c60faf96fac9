import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/*
 * Reads and writes tar files (ustar), so that an operator can open a base backup with standard tools. Names have at most 100 bytes,
 * as those of a PostgreSQL cluster do.
 */

const block = 512;

export interface TarEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly size: number;
}

/** The header of one entry. */
export function tarHeader({ name, isFolder, size }: TarEntry): Buffer {
  const path = isFolder ? `${name}/` : name;
  if (Buffer.byteLength(path) > 100) throw new Error(`name too long for a tar file: ${path}`);
  const header = Buffer.alloc(block);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(path, 0);
  header.write(octal(isFolder ? 0o700 : 0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(0, 12), 136);
  header.write('        ', 148);
  header.write(isFolder ? '5' : '0', 156);
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Fills the content of an entry up to a multiple of 512 bytes. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block);
/** The end of a tar file. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * block);

/** Extracts a tar stream into `folder`. @throws Error for a truncated stream and for an entry outside of `folder` */
export async function extractTar(stream: Readable, folder: string): Promise<void> {
  let buffered: Buffer = Buffer.alloc(0);
  const source = stream[Symbol.asyncIterator]();
  const more = async () => {
    const { value, done } = await source.next();
    if (done) throw new Error('the tar file is truncated');
    return value as Buffer;
  };
  const take = async (length: number): Promise<Buffer> => {
    while (buffered.length < length) buffered = Buffer.concat([buffered, await more()]);
    const taken = buffered.subarray(0, length);
    buffered = buffered.subarray(length);
    return taken;
  };
  const copy = async (size: number, to: FileHandle) => {
    for (let left = size; left > 0; ) {
      if (buffered.length === 0) buffered = await more();
      const part = buffered.subarray(0, left);
      await to.writeFile(part);
      buffered = buffered.subarray(part.length);
      left -= part.length;
    }
    await take(tarPadding(size).length);
  };
  for (let header = await take(block); header[0] !== 0; header = await take(block)) {
    const field = (from: number, length: number) =>
      header.toString('utf8', from, from + length).replace(/\0.*$/s, '');
    const path = join(folder, field(0, 100));
    if (!path.startsWith(`${folder}/`)) throw new Error('the tar file leads out of its folder');
    if (field(156, 1) === '5') {
      await mkdir(path, { recursive: true, mode: 0o700 });
      continue;
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'wx', 0o600);
    await copy(Number.parseInt(field(124, 12), 8), file);
    await file.sync();
    await file.close();
  }
  // Read to the end, so that gunzip verifies its checksum.
  for await (const _rest of stream);
}
