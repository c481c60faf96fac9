import type { searchOpener as french } from '../../fr/screens/search-opener.ts';
import type { Translated } from '../translated.ts';

/** The field in the top bar of administrators; its dialog has its own texts (search.ts). */
export const searchOpener: Translated<typeof french> = {
  open: 'البحث في كل شيء',
  word: 'بحث',
  shortcut: 'Ctrl K',
};
