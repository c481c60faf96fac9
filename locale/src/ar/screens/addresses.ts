import type { addresses as french } from '../../fr/screens/addresses.ts';
import type { Translated } from '../translated.ts';

/** What is open above a screen and has an address of its own. */
export const addresses: Translated<typeof french> = {
  copy: 'نسخ الرابط',
  copied: 'نُسخ الرابط',
  copyFailed: 'تعذر نسخ الرابط',
  opening: 'جارٍ الفتح…',
  unknown: 'غير موجود',
  unknownText: 'تحقّق من الرابط: ما يشير إليه غير موجود أو لم يعد موجودًا.',
};
