import type { unsaved as french } from '../../fr/screens/unsaved.ts';
import type { Translated } from '../translated.ts';

/** The question before a form with unsaved changes is left. */
export const unsaved: Translated<typeof french> = {
  title: 'هل تريد المغادرة دون حفظ؟',
  text: 'لن يُحتفظ بما كتبته.',
  leave: 'المغادرة دون حفظ',
  stay: 'متابعة الكتابة',
};
