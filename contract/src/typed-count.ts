import { readTypedAmount } from './typed-amount.ts';
import { typedDigits } from './typed-text.ts';

/** How many of something, as a person typed it: `12`, `1 000`. null when it is no whole number; nothing is left out. */
export function readTypedCount(text: string): number | null {
  const typed = readTypedAmount(text);
  return typed.kind === 'amount' && /^[\d\s]+$/.test(typedDigits(text)) ? typed.amount : null;
}
