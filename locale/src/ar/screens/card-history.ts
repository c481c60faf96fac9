import type { cardHistory as french, redeemSites as frenchSites } from '../../fr/screens/card-history.ts';
import { ltr, own } from '../grammar.ts';
import type { Translated } from '../translated.ts';

export const cardHistory: Translated<typeof french> = {
  title: 'بطاقاتي',
  text: 'أكوادك المشتراة تبقى هنا.',
  bought: 'تم الشراء',
  today: 'اليوم',
  offer: 'العرض',
  quantity: 'الكمية',
  total: 'المجموع',
  date: 'التاريخ',
  seeCodes: 'عرض الأكواد',
  empty: 'لا توجد بطاقات مشتراة',
  emptyText: 'ستظهر أكوادك هنا بعد أول شراء.',
  searchPlaceholder: 'لعبة أو منتج أو عرض أو رقم الشراء',
  soldBy: (name) => `باعه ${own(name)}`,
  sales: {
    title: 'مبيعاتي',
    text: 'تجد هنا مبيعاتك، وتعرض أكوادها أو تطبعها من جديد.',
    recent: 'آخر مبيعاتي',
    empty: 'لا توجد مبيعات',
    emptyText: 'ستظهر مبيعاتك هنا مع أكوادها.',
  },
  number: (id) => `شراء رقم ${ltr(id)}`,
  serial: 'الرقم التسلسلي',
  copySerial: 'نسخ الرقم التسلسلي',
  serialCopied: 'نُسخ الرقم التسلسلي',
  noMatch: 'لا توجد بطاقات',
  noMatchText: 'لا يوجد شراء يوافق هذا البحث أو هذه التواريخ. للكود بحث خاص به.',
  clearFilters: 'مسح التصفية',
  toCatalog: 'عرض الكتالوج',
  codes: {
    title: (product) => `الأكواد: ${own(product)}`,
    empty: 'لا يوجد كود متاح',
    copied: 'نُسخ الكود',
    copyFailed: 'رفض المتصفح النسخ',
    copyAll: 'نسخ كل الأكواد',
    redeem: 'شحن',
    date: 'تاريخ الشراء',
    id: 'رقم الشراء',
  },
};

/** Where the players redeem a code themselves. */
export const redeemSites: typeof frenchSites = {
  freeFire: 'https://reward.ff.garena.com/',
  pubg: 'https://www.pubgmobile.com/redeem/',
};
