import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fail } from '../../app-error.ts';
import type { Config } from '../../config.ts';

const strictMinLength = 8;
/** Words that an attacker of this product tries first. */
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
/** Sorted 4-byte SHA-256 prefixes (scripts/common-passwords.mjs), read at the first check. */
function commonPrefixes(): Buffer {
  prefixes ??= readFileSync(new URL('./common-passwords.bin', import.meta.url));
  return prefixes;
}

/** Whether the password is among the most common ones; 1 in 37,000 others is a false positive. */
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

/** Whether the letters of the password are one word of the account or the product: `almas2026!`. */
function isContextWord(password: string, context: readonly string[]): boolean {
  const bare = lettersOf(password);
  const words = context.flatMap((text) => [
    lettersOf(text),
    // Of an email, the part before the @ without its points too.
    ...text.split('@').map(lettersOf),
    ...fold(text).split(/[^\p{L}]+/u),
  ]);
  return bare.length >= 3 && [...productWords, ...words].includes(bare);
}

/** Whether it is a common password or a word of the account or the product. `context`: the account's email, names and company. */
export const isEasyToGuess = (password: string, context: readonly string[]): boolean =>
  isCommonPassword(password) || isContextWord(password, context);

export type PasswordWeakness = 'short' | 'common';

export function passwordWeakness(
  password: string,
  context: readonly string[],
  minLength: number = strictMinLength,
): PasswordWeakness | undefined {
  if ([...password].length < minLength) return 'short';
  return isEasyToGuess(password, context) ? 'common' : undefined;
}

/**
 * Checks the length, and with PASSWORD_POLICY=strict also that the password is not easy to guess.
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
