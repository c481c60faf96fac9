import { limits } from '@almas/contract/limits';

/** A list of codes as it was given, before the server compares it with the codes it has. */
export interface CodeList {
  /** Every line that is not blank, trimmed, in order: what is sent. */
  readonly lines: readonly string[];
  /** Each valid code once. */
  readonly codes: readonly string[];
  /** Lines that repeat one before them. */
  readonly repeated: number;
  /** Lines no code can be: too long, or with a character nobody can read. */
  readonly invalid: number;
}

const lineBreaks = /[\r\n\u2028\u2029]+/;
const unreadable = /[\p{Cc}\p{Cs}]/u;
const isCode = (line: string) => line.length <= limits.codeLength && !unreadable.test(line);

/** One code per line, trimmed, blank lines dropped, a repeated line counts once (SPEC §5 Code import, AMB-61). */
export function readCodes(entries: readonly string[]): CodeList {
  const lines = entries
    .flatMap((entry) => entry.split(lineBreaks))
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const valid = lines.filter(isCode);
  const codes = [...new Set(valid)];
  return { lines, codes, repeated: valid.length - codes.length, invalid: lines.length - valid.length };
}
