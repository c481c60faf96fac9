import { encodeText, printableText } from './code-page.ts';

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

interface LineLook {
  readonly bold?: boolean;
  /** As large as the line's width allows: twice as wide and high on one line, else twice as high. */
  readonly large?: boolean;
}

/** Builds a receipt with the given number of characters per line. */
export class Receipt {
  readonly #bytes = [...start];
  readonly columns: number;

  constructor(columns: number) {
    this.columns = columns;
  }

  /** A centred text, on as many lines as it needs; an empty one has none. */
  text(text: string, look: LineLook = {}): this {
    const printable = printableText(text).trim();
    if (printable === '') return this;
    const isDouble = look.large && printable.length <= this.columns / 2;
    const columns = isDouble ? Math.floor(this.columns / 2) : this.columns;
    if (look.bold) this.#bytes.push(...bold(true));
    if (look.large) this.#bytes.push(...size(isDouble ? 'double' : 'tall'));
    for (const line of wrapText(printable, columns)) {
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

/** Lines of at most `columns` characters: broken at spaces and after hyphens, a longer word where the line ends. */
function wrapText(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(/[^\s-]*-|[^\s-]+|\s+/g) ?? []) {
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
