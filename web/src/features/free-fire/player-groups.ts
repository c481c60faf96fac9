import { typedDigits } from '@almas/contract/typed-text';

/** `123456789` as it is read aloud: in groups of three. */
export const inThrees = (digits: string) => digits.match(/.{1,3}/g)?.join('\u00a0') ?? '';

/**
 * What a field for a player ID means: its digits, without the spaces of `inThrees` and the invisible characters that a
 * messenger puts around a number; any other text as it is, since customers are found by their name too.
 */
export function readPlayerId(text: string): string {
  const digits = typedDigits(text).replace(/\s/g, '');
  return /^\d+$/.test(digits) ? digits : text.trim();
}
