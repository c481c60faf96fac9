import type { longTexts as french } from '../../fr/screens/long-texts.ts';
import { counted, nouns } from '../grammar.ts';
import type { Translated } from '../translated.ts';

/** What a field for several lines says near its limit; apart from forms.ts, which the login loads too. */
export const longTexts: Translated<typeof french> = {
  left: (characters) => `بقي ${counted(characters, nouns.character)}`,
  full: (characters) => `بلغت الحد الأقصى: ${counted(characters, nouns.character)}`,
};
