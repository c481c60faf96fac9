import type { offlineCodes as french } from '../../fr/screens/offline-codes.ts';
import type { Translated } from '../translated.ts';

/** In place of codes without a network; the dashboard loads it. */
export const offlineCodes: Translated<typeof french> = {
  title: 'الأكواد غير متاحة دون اتصال',
  text: 'تعود مع عودة الاتصال. لم يضِع شيء.',
};
