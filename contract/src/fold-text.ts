/** A text without case and accents, as lists are searched (AMB-81) and as `search_fold` of the database folds it. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
