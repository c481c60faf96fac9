import type { stock as french } from '../../fr/screens/stock.ts';
import { formatCount } from '../formats.ts';
import { counted, nouns, own } from '../grammar.ts';
import type { Translated } from '../translated.ts';

/** The stock of the whole shop: batches, cover, suppliers. */
export const stock: Translated<typeof french> = {
  open: 'الدفعات والتغطية',
  title: 'المخزون',
  tab: 'قسم المخزون',
  tabs: { batches: 'الدفعات', cover: 'التغطية', suppliers: 'المورّدون' },
  toOrder: 'للطلب من المورّد',
  allCover: 'كل التغطية',
  nothingToOrder: 'لا شيء للطلب',
  noOffer: 'لا يوجد عرض مفعّل',
  coverText: 'كم يومًا يدوم المخزون، حسب مبيعات آخر 14 يومًا؛ أيام النفاد لا تُحسب. الشريط الكامل: أسبوعان.',
  failed: 'تعذر تحميل التغطية',
  reorderFilter: 'العروض المعروضة',
  reorder: { all: 'الكل', only: 'للطلب' },
  restock: 'فتح العرض لاستيراد أكواد',
  days: (days) => {
    const count = Number(days.replace(',', '.'));
    return Number.isInteger(count) ? counted(count, nouns.day, days) : `${days} يوم`;
  },
  empty: 'نفد',
  noSales: 'لا مبيعات',
  stock: (count) => `${counted(count, nouns.code)} في المخزون`,
  perDay: (mean) => `${mean} في اليوم`,
  threshold: (count) => `الحد: ${count}`,
  missed: (count) => `مبيعات ضائعة: ${formatCount(count)}`,
  margin: 'هامش الكود:',
  unknownCost: 'تكلفة مجهولة',
  setThreshold: 'ضبط الحد',
  lastDays: 'آخر 30 يومًا',
  line: (total, emptyDays) =>
    `المبيع ${formatCount(total)}${emptyDays > 0 ? `، دون مخزون (بالأحمر): ${counted(emptyDays, nouns.day)}` : ''}`,
  thresholdTitle: (offer) => `الحد: ${own(offer)}`,
  minStock: 'أدنى مخزون',
  minStockHint: 'تحته يصبح العرض «للطلب». 0: دون حد.',
  withholdDays: 'السحب من البيع قبل التاريخ (أيام)',
  withholdDaysHint: 'للدفعات التي تنتهي صلاحيتها. 0: تُباع الأكواد حتى آخر يوم.',
  countWrong: 'أدخل عددًا صحيحًا من الأكواد',
  daysWrong: 'أدخل عدد أيام، 365 على الأكثر',
  thresholdSaved: 'حُفظ الحد',
  thresholdFailed: 'لم يُحفظ الحد',
};
