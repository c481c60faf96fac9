import { limits } from '@almas/contract/limits';
import { refuse } from '../../refusal.ts';

/** What a list to import holds, before it is compared with the codes already stored. */
export interface ReadLines {
  /** Each code once, in the order of the list. */
  readonly codes: readonly string[];
  /** Lines that repeat one before them. */
  readonly repeated: number;
  /** Lines that no code can be: too long, or with a character nobody can type or read. */
  readonly invalid: number;
}

const lineBreaks = /[\r\n\u2028\u2029]+/;
// Half a surrogate pair cannot be stored: it would come back as another text than it went in.
const unreadable = /[\p{Cc}\p{Cs}]/u;
const isCode = (line: string) => line.length <= limits.codeLength && !unreadable.test(line);

/**
 * One code per line, trimmed, blank lines dropped, repeated lines once (SPEC §5 Code import, AMB-61).
 * @throws Refusal TOO_MANY_CODES beyond 100,000 lines
 */
export function readLines(entries: readonly string[]): ReadLines {
  const lines = entries
    .flatMap((entry) => entry.split(lineBreaks))
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length > limits.codesPerImport) throw refuse('TOO_MANY_CODES');
  const valid = lines.filter(isCode);
  const codes = [...new Set(valid)];
  return { codes, repeated: valid.length - codes.length, invalid: lines.length - valid.length };
}
