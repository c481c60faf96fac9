import type { amounts as french } from '../../fr/screens/amounts.ts';
import { formatAmount } from '../formats.ts';
import { ltr } from '../grammar.ts';
import type { Translated } from '../translated.ts';

/** Of every field that holds an amount of money. */
export const amounts: Translated<typeof french> = {
  read: (dinars) => `المبلغ المقروء: ${formatAmount(dinars)}`,
  between: (min, max) => `من ${formatAmount(min)} إلى ${formatAmount(max)}`,
  whole: (min, max) => `دنانير كاملة، من ${formatAmount(min)} إلى ${formatAmount(max)}`,
  atMost: (max) => `${formatAmount(max)} على الأكثر`,
  ambiguous: (text) =>
    `قراءتان ممكنتان: اكتب ${ltr(text.replace(/[^\d-]/g, ''))} للآلاف، أو رقمين عشريين على الأكثر`,
  decimals: 'رقمان عشريان على الأكثر',
  text: `اكتب عددًا، مثل ${ltr('1500')} أو ${ltr('1500,75')}`,
  price: 'السعر (DA)',
  priceSaved: 'حُدّث السعر',
  check: 'تحقّق من المبلغ',
  checkText: (limit) => `يتجاوز ${formatAmount(limit)}.`,
  changeMuch: `يتغير هذا السعر بأكثر من ${ltr('20 %')}.`,
  became: 'يصبح',
  change: 'تعديل',
};
