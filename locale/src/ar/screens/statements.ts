import type { statements as french } from '../../fr/screens/statements.ts';
import { formatAmount, formatCount, formatDate, formatDateTime, formatMonth } from '../formats.ts';
import { counted, ltr } from '../grammar.ts';
import type { Translated } from '../translated.ts';

const kinds: Readonly<Record<string, string>> = {
  admin_recharge: 'شحن',
  advance: 'تسبيق',
  purchase: 'شراء',
  freefire_request: 'Free Fire',
  freefire_refund: 'إعادة مبلغ Free Fire',
  claim_refund: 'إعادة ثمن (شكوى)',
  admin_debit: 'تصحيح',
};
/** The statement of a month, on screen, on paper and in files. */
export const statements: Translated<typeof french> = {
  open: 'كشف الحساب',
  title: 'كشف الحساب',
  ofMonth: (month) => `كشف ${formatMonth(month)}`,
  month: 'الشهر',
  monthName: formatMonth,
  failed: 'تعذر تحميل الكشف',
  print: 'طباعة',
  printHint: 'اختر «حفظ كملف PDF» من قائمة الطابعات للاحتفاظ بملف.',
  printPart: 'اعرض أولًا كل الحركات («عرض المزيد»)، ثم اطبع الكشف.',
  showAll: (count) => `عرض كل الحركات (${formatCount(count)})`,
  empty: 'لا توجد حركة هذا الشهر',
  brand: 'Almas',
  period: (first, last) => `من ${formatDate(first)} إلى ${formatDate(last)}`,
  readAt: (moment) => `أُعدّ في ${formatDateTime(moment)} (توقيت الجزائر)`,
  monthOpen: 'الشهر الجاري',
  monthOpenText: (moment) => `هذا الشهر لم يُغلق: الوضعية في ${formatDateTime(moment)}.`,
  opening: 'رصيد البداية',
  closing: 'رصيد النهاية',
  credits: 'الإضافات',
  debits: 'الخصومات',
  total: 'المجموع',
  caption: (month) => `حركات ${formatMonth(month)}`,
  totalsCaption: 'المجاميع حسب النوع',
  heads: {
    date: 'التاريخ',
    kind: 'النوع',
    description: 'البيان',
    debit: 'خصم',
    credit: 'إضافة',
    balance: 'الرصيد',
    entries: 'الحركات',
  },
  kind: (kind) => kinds[kind] ?? 'حركة أخرى',
  entries: (count) => counted(count, ['حركة واحدة', 'حركتان', 'حركات', 'حركة', 'حركة']),
  chainTitle: 'سلسلة الحركات',
  chainWhole: (entries, closing) =>
    entries === 0
      ? `تم التحقق: لم يتحرك الرصيد وبقي ${formatAmount(closing)}.`
      : `تم التحقق: كل حركة تبدأ من رصيد السابقة، حتى ${formatAmount(closing)}.`,
  chainBroken: (entry) =>
    entry === null
      ? 'مقطوعة: هذا الشهر لم يعد يوافق ما أُغلق. أخبر المسؤول.'
      : `مقطوعة عند الحركة رقم ${ltr(entry)}. أخبر المسؤول.`,
};
