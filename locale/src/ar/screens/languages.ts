import type { languages as french } from '../../fr/screens/languages.ts';
import type { Translated } from '../translated.ts';

/** The choice of the other language. */
export const languages: Translated<typeof french> = {
  other: 'Français',
  failed: 'لم تُغيَّر اللغة',
  later: 'هناك عملية أو كتابة جارية: تتغيّر اللغة عند التحميل القادم للصفحة',
};
