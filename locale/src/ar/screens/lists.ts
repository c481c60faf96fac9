import type { lists as french } from '../../fr/screens/lists.ts';
import type { Translated } from '../translated.ts';

/** Of lists that are sorted, filtered by day and exported. */
export const lists: Translated<typeof french> = {
  export: {
    label: 'تصدير القائمة',
    action: 'تصدير (CSV)',
    workbook: 'XLSX',
    workbookLabel: 'تصدير (XLSX، لبرنامج Excel)',
    busy: 'جارٍ التصدير…',
    done: 'تم التصدير',
    failed: 'خطأ في التصدير',
  },
  sort: { label: 'ترتيب حسب', asc: 'تصاعدي', desc: 'تنازلي' },
  queue: {
    label: 'الترتيب',
    orders: { asc: 'الأقدم أولًا', desc: 'الأحدث أولًا' },
  },
  period: {
    label: 'الفترة',
    usual: { all: 'الكل', today: 'اليوم', week: '7 أيام', month: 'هذا الشهر' },
    from: 'من',
    to: 'إلى',
    chosen: (from, to) => {
      if (from === to) return `يوم ${from}`;
      if (from === '') return `إلى ${to}`;
      return to === '' ? `ابتداءً من ${from}` : `من ${from} إلى ${to}`;
    },
  },
  nothingFound: 'لا توجد نتائج',
  nothingFoundText: 'غيّر البحث أو التصفية.',
  datesReversed: 'تاريخ النهاية يسبق تاريخ البداية.',
};
