import type { LineLook, Raster } from './escpos.ts';

/** In dots of the print head, 8 to a millimetre. */
const sizes = { normal: 26, large: 40 };
/** Darker points are printed. */
const black = 128;

/** The words of a text in lines that fit, in the order in which they are read. */
function linesOf(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const isRightToLeft = (text: string): boolean =>
  /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(/\p{L}/u.exec(text)?.[0] ?? '');

/** A text drawn by the browser, which shapes Arabic and sets it from right to left: centred lines, black on white. */
export function drawText(text: string, width: number, { bold, large }: LineLook): Raster {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  const size = large ? sizes.large : sizes.normal;
  const lineHeight = Math.ceil(size * 1.5);
  const setUp = () => {
    context.font = `${bold ? 'bold ' : ''}${size}px system-ui, sans-serif`;
    context.direction = isRightToLeft(text) ? 'rtl' : 'ltr';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
  };
  setUp();
  const lines = linesOf(text, (line) => context.measureText(line).width <= width);
  canvas.width = width;
  canvas.height = lines.length * lineHeight;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  // A new size resets the context.
  setUp();
  context.fillStyle = '#000';
  for (const [index, line] of lines.entries())
    context.fillText(line, width / 2, (index + 0.5) * lineHeight, width);
  return rasterOf(context.getImageData(0, 0, canvas.width, canvas.height));
}

function rasterOf({ data, width, height }: ImageData): Raster {
  const bytesPerRow = Math.ceil(width / 8);
  const dots = new Uint8Array(bytesPerRow * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if ((data[(y * width + x) * 4] ?? 255) < black) {
        const at = y * bytesPerRow + (x >> 3);
        dots[at] = (dots[at] ?? 0) | (0x80 >> (x & 7));
      }
  return { bytesPerRow, rows: height, dots };
}
