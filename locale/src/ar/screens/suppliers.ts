import type { suppliers as french } from '../../fr/screens/suppliers.ts';
import { counted, nouns, own } from '../grammar.ts';
import type { Translated } from '../translated.ts';

/** From whom the owner buys codes. */
export const suppliers: Translated<typeof french> = {
  title: 'المورّدون',
  add: 'إضافة مورّد',
  empty: 'لا يوجد مورّدون',
  emptyText: 'أضف من تشتري منهم أكوادك: تبيّن كل دفعة ممن جاءت.',
  failed: 'تعذر تحميل المورّدين',
  name: 'الاسم',
  contact: 'معلومات الاتصال',
  contactHint: 'هاتف أو بريد أو حساب مراسلة',
  note: 'ملاحظة',
  claimHours: 'مهلة الشكوى (ساعات)',
  claimHoursHint: (hours) => `إذا تُركت فارغة فهي ${counted(hours, nouns.hour)} بعد البيع`,
  withArchived: 'إظهار المورّدين المؤرشفين أيضًا',
  archived: 'مؤرشف',
  archive: 'أرشفة',
  restore: 'استرجاع',
  edit: 'تعديل',
  editTitle: (name) => `تعديل «${own(name)}»`,
  save: 'حفظ',
  created: 'أُضيف المورّد',
  saved: 'عُدّل المورّد',
  saveFailed: 'لم يُحفظ المورّد',
  supplied: (batches, codes) =>
    batches === 0
      ? 'لا توجد دفعات'
      : `${counted(batches, ['دفعة واحدة', 'دفعتان', 'دفعات', 'دفعة', 'دفعة'])} · ${counted(codes, nouns.code)}`,
  batches: 'عرض دفعاته',
};
