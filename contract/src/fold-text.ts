import { westernDigits, withoutMarks } from './typed-text.ts';

/**
 * A text without case, accents and marks of direction, digits of every keyboard as Western ones: as lists are searched
 * (AMB-81) and as `search_fold` of the database folds it.
 */
export const foldText = (text: string): string =>
  westernDigits(
    withoutMarks(text)
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
  );
