import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fail } from '../../app-error.ts';
import type { Config } from '../../config.ts';

const strictMinLength = 8;
/** Words that anyone who attacks this product tries first. */
const productWords = [
  'almas',
  'recharge',
  'freefire',
  'diamant',
  'diamants',
  'revendeur',
  'admin',
  'administrateur',
];

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

let prefixes: Buffer | undefined;
/** Sorted 4-byte SHA-256 prefixes (scripts/common-passwords.mjs), read at the first question. */
function commonPrefixes(): Buffer {
  prefixes ??= readFileSync(new URL('./common-passwords.bin', import.meta.url));
  return prefixes;
}

/** Among the most common passwords; one password in 37,000 is taken for one of them by chance. */
export function isCommonPassword(password: string): boolean {
  const wanted = createHash('sha256').update(fold(password)).digest().readUInt32BE(0);
  const list = commonPrefixes();
  let from = 0;
  let to = list.length / 4;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const found = list.readUInt32BE(middle * 4);
    if (found === wanted) return true;
    if (found < wanted) from = middle + 1;
    else to = middle;
  }
  return false;
}

const lettersOf = (text: string): string => fold(text).replace(/[^\p{L}]/gu, '');

/** A word of the account or of the product with nothing but digits and signs around it: `almas2026!`. */
function isContextWord(password: string, context: readonly string[]): boolean {
  const bare = lettersOf(password);
  const words = context.flatMap((text) => [lettersOf(text), ...fold(text).split(/[^\p{L}]+/u)]);
  return bare.length >= 3 && [...productWords, ...words].includes(bare);
}

/** What is tried first: a common password, or a word of the account; `context` are its email, names and company. */
export const isEasyToGuess = (password: string, context: readonly string[]): boolean =>
  isCommonPassword(password) || isContextWord(password, context);

export type PasswordWeakness = 'short' | 'common';

/** What is weak about a password. */
export function passwordWeakness(
  password: string,
  context: readonly string[],
  minLength: number = strictMinLength,
): PasswordWeakness | undefined {
  if ([...password].length < minLength) return 'short';
  return isEasyToGuess(password, context) ? 'common' : undefined;
}

/**
 * The specification asks for a length alone; PASSWORD_POLICY=strict refuses what is common too.
 * @throws AppError WEAK_PASSWORD
 */
export function checkNewPassword(
  { passwordMinLength, passwordPolicy }: Pick<Config, 'passwordMinLength' | 'passwordPolicy'>,
  password: string,
  context: readonly string[],
): void {
  if (password.length < passwordMinLength) throw fail('WEAK_PASSWORD');
  if (passwordPolicy !== 'strict') return;
  const minLength = Math.max(passwordMinLength, strictMinLength);
  if (passwordWeakness(password, context, minLength)) throw fail('WEAK_PASSWORD');
}
