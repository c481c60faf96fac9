import { foldedWords } from '@almas/contract/fold-text';
import { typedDigits } from '@almas/contract/typed-text';

/**
 * The LIKE pattern of a search text, folded as `search_fold` folds the stored side (AMB-81): its words are parts of the text, in their
 * order (`containsWords` of the contract). null when there is nothing to search.
 */
export function likePattern(search: string | undefined): string | null {
  const words = foldedWords(search ?? '').map((word) => word.replace(/[\\%_]/g, '\\$&'));
  return words.length === 0 ? null : `%${words.join('%')}%`;
}

/** A text that looks like a phone number: digits and separators. */
const phoneText = /^[+(]?[\d\s().\-/]+$/;
/** Fewer digits occur in most numbers. */
const leastDigits = 4;

/**
 * The LIKE pattern of a phone number or a part of one, for `phone_digits` of the database, however it is spelled:
 * 0555 12 34 56, +213 555123456, +213 (0) 555 12 34 56 and 00213555123456 are one number. null when the text is no number.
 */
export function phonePattern(search: string | undefined): string | null {
  const text = typedDigits((search ?? '').normalize('NFKC')).trim();
  if (!phoneText.test(text)) return null;
  const typed = text.replace(/\D/g, '');
  return typed.length < leastDigits ? null : `%${typed.replace(/^(?:00213|213)?0?(?=\d)/, '')}%`;
}
