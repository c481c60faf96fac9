import { encodeText, isPrintableText, printableText } from './code-page.ts';

/**
 * Resets the printer, leaves its mode for Chinese characters, which would read two accented letters as one sign, and
 * chooses code page 850.
 */
const start = [0x1b, 0x40, 0x1c, 0x2e, 0x1b, 0x74, 0x02];
/** Feeds past the cutter, then a partial cut; a printer without a cutter ignores the cut. */
const feedAndCut = [0x0a, 0x0a, 0x0a, 0x0a, 0x1d, 0x56, 0x01];
const bold = (on: boolean) => [0x1b, 0x45, on ? 1 : 0];
const sizes = { normal: 0x00, tall: 0x01, double: 0x11 } as const;
const size = (of: keyof typeof sizes) => [0x1d, 0x21, sizes[of]];

export interface LineLook {
  readonly bold?: boolean;
  /** As large as the line's width allows: twice as wide and high on one line, else twice as high. */
  readonly large?: boolean;
  /** A text of two lines is broken near its middle. */
  readonly balanced?: boolean;
}

/** A picture of dots, row by row, eight dots a byte, 1 is black. */
export interface Raster {
  readonly bytesPerRow: number;
  readonly rows: number;
  readonly dots: Uint8Array;
}
/** Draws a text in a width of dots: what the code page lacks (Arabic) is shaped by the browser and printed as a picture. */
export type DrawText = (text: string, width: number, look: LineLook) => Raster;

/** GS v 0: the picture in its own size. */
const picture = ({ bytesPerRow, rows, dots }: Raster) => [
  0x1d,
  0x76,
  0x30,
  0x00,
  bytesPerRow & 0xff,
  bytesPerRow >> 8,
  rows & 0xff,
  rows >> 8,
  ...dots,
];
/** Dots of a character in the printer's default font. */
const dotsPerColumn = 12;

/** Builds a receipt with the given number of characters per line. */
export class Receipt {
  readonly #bytes = [...start];
  readonly columns: number;
  readonly draw: DrawText;

  constructor(columns: number, draw: DrawText) {
    this.columns = columns;
    this.draw = draw;
  }

  /** A centred text, on as many lines as it needs; an empty one has none. */
  text(text: string, look: LineLook = {}): this {
    const printable = printableText(text).trim();
    if (printable === '') return this;
    if (!isPrintableText(text)) {
      this.#bytes.push(...picture(this.draw(text.trim(), this.columns * dotsPerColumn, look)));
      return this;
    }
    const isDouble = look.large && printable.length <= this.columns / 2;
    const columns = isDouble ? Math.floor(this.columns / 2) : this.columns;
    if (look.bold) this.#bytes.push(...bold(true));
    if (look.large) this.#bytes.push(...size(isDouble ? 'double' : 'tall'));
    for (const line of look.balanced ? balanced(printable, columns) : wrapText(printable, columns)) {
      const margin = ' '.repeat(Math.floor((columns - line.length) / 2));
      this.#bytes.push(...encodeText(margin + line), 0x0a);
    }
    if (look.large) this.#bytes.push(...size('normal'));
    if (look.bold) this.#bytes.push(...bold(false));
    return this;
  }

  blank(): this {
    this.#bytes.push(0x0a);
    return this;
  }

  rule(): this {
    this.#bytes.push(...encodeText('-'.repeat(this.columns)), 0x0a);
    return this;
  }

  cut(): this {
    this.#bytes.push(...feedAndCut);
    return this;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#bytes);
  }
}

/** As few lines as `columns` allow, of about the same length, so that no single group stands alone on the last. */
function balanced(text: string, columns: number): string[] {
  const longest = Math.max(...pieces(text).map((piece) => piece.length));
  let lines = wrapText(text, columns);
  for (let narrower = columns - 1; narrower >= longest; narrower -= 1) {
    const next = wrapText(text, narrower);
    if (next.length > lines.length) break;
    lines = next;
  }
  return lines;
}

/** Words, the spaces between them, and the parts of a word up to each hyphen. */
const pieces = (text: string): string[] => text.match(/[^\s-]*-|[^\s-]+|\s+/g) ?? [];

/** Lines of at most `columns` characters: broken at spaces and after hyphens, a longer word where the line ends. */
function wrapText(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces(text)) {
    if ((line + piece).trimEnd().length <= columns) {
      line += piece;
      continue;
    }
    if (line.trim() !== '') lines.push(line.trim());
    line = piece.trimStart();
    while (line.length > columns) {
      lines.push(line.slice(0, columns));
      line = line.slice(columns);
    }
  }
  if (line.trim() !== '') lines.push(line.trim());
  return lines;
}
