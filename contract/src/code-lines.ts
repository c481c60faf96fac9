import { type CodeComparison, canonicalCode, isDestroyedNumber, normalCode } from './code-normal-form.ts';
import { limits } from './limits.ts';

export { type CodeComparison, canonicalCode, isDestroyedNumber, normalCode } from './code-normal-form.ts';

/** A list of codes as it was given, before it is compared with the codes that are stored. */
export interface CodeLines {
  /** Every line that is not blank, in its normal form and in order. */
  readonly lines: readonly string[];
  /** Each valid code once, in its normal form and in the order of the list: what is stored. */
  readonly codes: readonly string[];
  /** The serial of each of `codes`, '' for none. */
  readonly serials: readonly string[];
  /** Lines that repeat a code before them. */
  readonly repeated: number;
  /** Lines that no code can be: too long, nothing but separators, with a character that cannot be read, or destroyed. */
  readonly invalid: number;
  /** Those of the invalid lines that a spreadsheet has destroyed. */
  readonly destroyed: number;
}

const lineBreaks = /[\r\n\u2028\u2029]+/;
// Half a surrogate pair cannot be stored: it would come back as another text than it went in.
const unreadable = /[\p{Cc}\p{Cs}]/u;

export function isPossibleCode(code: string): boolean {
  return canonicalCode(code) !== '' && code.length <= limits.codeLength && !unreadable.test(code);
}

/**
 * One code per line in its normal form, blank lines dropped, a repeated code once (AMB-61, AMB-99). `serials`: the serial of each
 * entry; it goes to the first line of its entry.
 */
export function readCodeLines(
  entries: readonly string[],
  serials: readonly string[] = [],
  comparison: CodeComparison = {},
): CodeLines {
  const lines: string[] = [];
  const codes: string[] = [];
  const serialOfCode: string[] = [];
  const known = new Set<string>();
  let invalid = 0;
  let destroyed = 0;
  entries.forEach((entry, index) => {
    let serial = serials[index] ?? '';
    for (const line of entry.split(lineBreaks)) {
      const code = normalCode(line);
      if (code === '') continue;
      lines.push(code);
      const canonical = canonicalCode(code, comparison);
      if (isDestroyedNumber(code)) {
        destroyed += 1;
        invalid += 1;
      } else if (!isPossibleCode(code)) invalid += 1;
      else if (!known.has(canonical)) {
        known.add(canonical);
        codes.push(code);
        serialOfCode.push(normalCode(serial));
      }
      serial = '';
    }
  });
  return {
    lines,
    codes,
    serials: serialOfCode,
    repeated: lines.length - invalid - codes.length,
    invalid,
    destroyed,
  };
}
