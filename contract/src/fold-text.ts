import { westernDigits, withoutMarks } from './typed-text.ts';

/**
 * Accents; the hamza and madda of an alef, ya or waw; the vowel marks and the lengthening stroke of Arabic. After NFD each is a
 * character of its own.
 */
const unwritten = /[\u0300-\u036f\u0640\u064b-\u065f\u0670]/g;
/** Letters that are typed for each other: ة and ه, ى or Persian ی and ي, ٱ and ا, Persian ک and ك. */
const alike: Readonly<Record<string, string>> = { ة: 'ه', ى: 'ي', ی: 'ي', ٱ: 'ا', ک: 'ك' };

/**
 * A text without case, accents and marks of direction, digits of every keyboard as Western ones, and Arabic letters without their
 * variants: as lists are searched (AMB-81) and as `search_fold` of the database folds it.
 */
export const foldText = (text: string): string =>
  westernDigits(
    withoutMarks(text)
      .normalize('NFD')
      .replace(unwritten, '')
      .replace(/[ةىیٱک]/g, (letter) => alike[letter] ?? letter)
      .toLowerCase(),
  );

/** The folded words of a search; each may be a part of a word of the text, in their order. */
export const foldedWords = (search: string): string[] => foldText(search).split(/\s+/).filter(Boolean);

/** Whether `text` contains the words of a search, in their order, as the LIKE pattern of the database does. */
export function containsWords(text: string, search: string): boolean {
  const folded = foldText(text);
  let from = 0;
  return foldedWords(search).every((word) => {
    const at = folded.indexOf(word, from);
    from = at + word.length;
    return at !== -1;
  });
}
