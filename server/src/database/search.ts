import { foldedWords } from '@almas/contract/fold-text';
import { searchedPhone } from '@almas/contract/searched-numbers';

/**
 * The LIKE pattern of a search text, folded as `search_fold` folds the stored side (AMB-81): its words are parts of the text, in their
 * order (`containsWords` of the contract). null when there is nothing to search.
 */
export function likePattern(search: string | undefined): string | null {
  const words = foldedWords(search ?? '').map((word) => word.replace(/[\\%_]/g, '\\$&'));
  return words.length === 0 ? null : `%${words.join('%')}%`;
}

/** The LIKE pattern of a phone number or a part of one, for `phone_digits` of the database. null when the text is no number. */
export function phonePattern(search: string | undefined): string | null {
  const digits = searchedPhone(search ?? '');
  return digits === null ? null : `%${digits}%`;
}
