import { createRequire } from 'node:module';
import { greyAverages } from './grey-averages.mjs';
import { textLines } from './text-lines.mjs';

/*
 * Decodes one picture from standard input and writes it in the requested sizes to standard output. It runs in a separate process,
 * so that decoding untrusted bytes has access to no secret and no connection, and a crash does not affect the server.
 */
// Loading the ES modules of sharp takes 40 ms more CPU time per picture.
/** @type {typeof import('sharp')} */
const sharp = createRequire(import.meta.url)('sharp');
sharp.cache(false);
sharp.concurrency(1);
// Only these decoders are allowed: not SVG, PDF, TIFF or others that the library was built with.
const decoders = {
  jpeg: 'VipsForeignLoadJpegBuffer',
  png: 'VipsForeignLoadPngBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
  avif: 'VipsForeignLoadHeifBuffer',
  gif: 'VipsForeignLoadNsgifBuffer',
};
const { accepts, pixels, sizes: boxes, area, encode, grids, lines } = JSON.parse(process.argv[2] ?? '{}');
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: accepts.map((format) => decoders[format]) });

async function read() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** @param {string} code @param {Buffer[]} contents @param {object} [more] */
function write(code, contents = [], more = {}) {
  const header = JSON.stringify({ code, lengths: contents.map(({ length }) => length), ...more });
  process.stdout.write(Buffer.concat([Buffer.from(`${header}\n`), ...contents]));
}

try {
  const input = await read();
  // Reads the first frame only. `failOn`: a truncated file is refused.
  const options = { limitInputPixels: false, failOn: 'error', pages: 1, sequentialRead: true };
  const { width, height, format, autoOrient } = await sharp(input, options).metadata();
  // The decoder of AVIF keeps several copies of the whole picture.
  const most = format === 'heif' ? pixels.avif : pixels.most;
  if (width * height > most) write('pixels');
  else {
    const scale = Math.sqrt(area / (width * height));
    const sizes = area
      ? [
          ...boxes,
          { width: Math.ceil(autoOrient.width * scale), height: Math.ceil(autoOrient.height * scale) },
        ]
      : boxes;
    // Decoded once, to the largest size, from which the others are resized.
    const { data, info } = await sharp(input, { ...options, limitInputPixels: most })
      .autoOrient()
      .resize({ ...sizes.at(-1), fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const contents = [];
    for (const box of sizes) {
      // sharp drops the metadata, such as the location of a photograph.
      const resized = sharp(data, { raw: info }).resize({ ...box, fit: 'inside', withoutEnlargement: true });
      contents.push(await resized.toFormat(encode, { quality: 80 }).toBuffer());
    }
    const inGrey = () => sharp(data, { raw: info }).flatten({ background: 'white' }).greyscale();
    let grey;
    const wholeGrey = async () => (grey ??= await inGrey().raw().toBuffer());
    for (const grid of grids) {
      // Averages need at least one pixel per cell; a smaller picture is enlarged.
      if (info.width < grid.width || info.height < grid.height)
        contents.push(
          await inGrey()
            .resize({ ...grid, fit: 'fill', kernel: 'nearest' })
            .raw()
            .toBuffer(),
        );
      else {
        contents.push(greyAverages(await wholeGrey(), info, grid));
      }
    }
    if (lines) contents.push(textLines(await wholeGrey(), info));
    write('ok', contents, { width: info.width, height: info.height });
  }
} catch {
  write('unreadable');
}
