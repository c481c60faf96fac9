import type { ErrorCode, Figures } from '@almas/contract/errors';

/** What a language says of a refusal: a sentence, or one made of its figures. */
type Sentence<C extends ErrorCode> = Figures<C> extends undefined ? string : (figures: Figures<C>) => string;
export type ErrorSentences = { readonly [C in ErrorCode]: Sentence<C> };

/** @returns the sentence of a refusal in a language, with its figures (amounts in DA) filled in */
export const sentenceIn =
  (sentences: ErrorSentences) =>
  <C extends ErrorCode>(code: C, figures: Figures<C>): string => {
    const sentence = sentences[code] as string | ((figures: Figures<C>) => string);
    return typeof sentence === 'string' ? sentence : sentence(figures);
  };
