import type { dashboard as french } from '../../fr/screens/dashboard.ts';
import { counted, nouns, own } from '../grammar.ts';
import type { Translated } from '../translated.ts';

export const dashboard: Translated<typeof french> = {
  title: 'لوحة التحكم',
  welcome: (name) => `مرحبًا، ${name}`,
  active: 'الحساب مفعّل',
  frozen: 'الحساب مجمّد',
  balance: 'الرصيد الحالي',
  recharge: 'شحن',
  lastRequest: {
    label: 'آخر طلب شحن: ',
    states: { pending: 'في الانتظار', approved: 'مقبول', rejected: 'مرفوض' },
  },
  lastActivity: 'آخر نشاط',
  low: (threshold) => `الرصيد منخفض: أقل من ${threshold}`,
  today: {
    label: 'اليوم',
    none: 'لا مشتريات',
    bought: (codes, paid) => `${counted(codes, nouns.code)}، ${paid}`,
  },
  quickSales: {
    title: 'البيع السريع',
    note: 'عروضك المثبّتة، ثم الأكثر شراءً خلال 14 يومًا',
    soldOut: 'نفد المخزون',
    stock: (count) => `المخزون: ${count}`,
  },
  tiles: {
    label: 'اختصارات',
    buy: 'شراء أكواد',
    buyText: 'تُسلَّم فورًا',
    freeFire: 'شحن Free Fire',
    freeFireOnline: 'شحن مباشر',
    freeFireOffline: 'الخدمة غير متاحة',
    cards: 'بطاقاتي',
    cardsText: 'البحث عن كود',
    contact: 'الاتصال بالمسؤول',
    contactText: 'إرسال رسالة',
    history: 'السجل',
    historyText: 'كل حركات الرصيد',
  },
  recent: {
    title: 'آخر المشتريات',
    period: 'آخر 7 أيام',
    empty: 'لا توجد معاملات حديثة',
    emptyText: 'ستظهر مشترياتك هنا مع أكوادها.',
    open: (product, offer) => `عرض الأكواد: ${own(product)}، ${own(offer)}`,
  },
};
