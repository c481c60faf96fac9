import type { forms as french } from '../../fr/screens/forms.ts';
import { formatCount } from '../formats.ts';
import type { Translated } from '../translated.ts';

/** What every form says; apart from common.ts, which screens without a form load too. */
export const forms: Translated<typeof french> = {
  cut: (characters) => `النص طويل جدًا: قُصّت نهايته (الحد الأقصى: ${formatCount(characters)}). تحقّق من الخانة.`,
};
