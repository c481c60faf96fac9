import { limits } from './limits.ts';

/** A list of codes as it was given, before it is compared with the codes that are stored. */
export interface CodeLines {
  /** Every line that is not blank, trimmed and without format characters, in order. */
  readonly lines: readonly string[];
  /** Each valid code once, in the order of the list: what is stored. */
  readonly codes: readonly string[];
  /** Lines that repeat a code before them. */
  readonly repeated: number;
  /** Lines that no code can be: too long, nothing but hyphens, or with a character that cannot be read. */
  readonly invalid: number;
}

const lineBreaks = /[\r\n\u2028\u2029]+/;
/** Zero-width and other characters that are not seen: pasted lists carry them, a buyer who copies the code as well. */
const formatCharacters = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
// Half a surrogate pair cannot be stored: it would come back as another text than it went in.
const unreadable = /[\p{Cc}\p{Cs}]/u;
/** Spaces, dashes of every script, the minus sign and the hyphen bullet. */
const separators = /[\s\p{Pd}\u2212\u2043]/gu;
const isPlain = /^[\x21-\x7e]*$/;

/**
 * What two codes are compared by (AMB-61): NFKC, case folded, without spaces, hyphens and format characters. Two texts
 * with the same canonical form are one code.
 */
export function canonicalCode(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase().replaceAll('-', '');
  // Upper case first: ß and SS, ς and σ fold to the same text. Folding may undo the normal form.
  return text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(formatCharacters, '')
    .replace(separators, '');
}

/** One code per line, trimmed, blank lines dropped, a repeated code once (AMB-61). */
export function readCodeLines(entries: readonly string[]): CodeLines {
  const lines = entries
    .flatMap((entry) => entry.split(lineBreaks))
    .map((line) => (isPlain.test(line) ? line : line.replace(formatCharacters, '').trim()))
    .filter((line) => line !== '');
  const codes: string[] = [];
  const known = new Set<string>();
  let invalid = 0;
  for (const line of lines) {
    const canonical = canonicalCode(line);
    if (canonical === '' || line.length > limits.codeLength || unreadable.test(line)) invalid += 1;
    else if (!known.has(canonical)) {
      known.add(canonical);
      codes.push(line);
    }
  }
  return { lines, codes, repeated: lines.length - invalid - codes.length, invalid };
}
