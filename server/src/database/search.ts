/**
 * The LIKE pattern of a search text, folded as `search_fold` folds the stored side: without case or accents,
 * trimmed, anywhere in the text (AMB-81). null when there is nothing to search.
 */
export function likePattern(search: string | undefined): string | null {
  const folded = fold(search ?? '').trim();
  return folded === '' ? null : `%${folded.replace(/[\\%_]/g, '\\$&')}%`;
}

/** A text as `search_fold` of the database folds it. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
