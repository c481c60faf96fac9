import { typedDigits } from '@almas/contract/typed-text';

/** Formats `123456789` for reading aloud: in groups of three. */
export const formatPlayerId = (digits: string) => digits.match(/.{1,3}/g)?.join('\u00a0') ?? '';

/**
 * Parses the field for a player ID: its digits, without the spaces of `formatPlayerId` and the invisible characters that a
 * messenger adds around a number; any other text unchanged, since customers are also found by name.
 */
export function readPlayerId(text: string): string {
  const digits = typedDigits(text).replace(/\s/g, '');
  return /^\d+$/.test(digits) ? digits : text.trim();
}
