import type { staleForm as french } from '../../fr/screens/stale-form.ts';
import type { Translated } from '../translated.ts';

/** A form that a colleague has saved since it was opened. */
export const staleForm: Translated<typeof french> = {
  title: 'حُفظ في هذه الأثناء',
  text: 'ما أدخلته باقٍ. تحقّق منه ثم احفظ.',
};
