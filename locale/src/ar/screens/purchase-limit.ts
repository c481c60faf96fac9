import type { purchaseLimit as french } from '../../fr/screens/purchase-limit.ts';
import { formatCount, formatDateTime } from '../formats.ts';
import { counted, ltr, nouns } from '../grammar.ts';
import type { Translated } from '../translated.ts';

/** How many purchases an hour a reseller may make: account details, profile, and where the limit is met. */
export const purchaseLimit: Translated<typeof french> = {
  label: 'المشتريات في الساعة',
  value: (count, isOwn, attempts) =>
    `${formatCount(count)}${isOwn ? '' : ' افتراضيًا'}${attempts > 0 ? ` (المحسوب في الساعة: ${formatCount(attempts)})` : ''}`,
  met: (count) => `حدّك ${counted(count, nouns.purchase)} في الساعة`,
  until: (moment) => `الشراء القادم ممكن في ${formatDateTime(moment)}`,
  free: 'يمكنك الشراء من جديد',
  action: 'حد المشتريات',
  title: (name) => `حد مشتريات ${name}`,
  hint: (min, max, byDefault) =>
    `من ${formatCount(min)} إلى ${formatCount(max)}. الافتراضي ${formatCount(byDefault)}.`,
  apiOrders: (perMinute) =>
    `لا تُحسب فيه الطلبات عبر ${ltr('API')}: كل مفتاح يرسل حتى ${formatCount(perMinute)} طلبًا في الدقيقة. سقف اليوم يحسبها.`,
  invalid: (min, max) => `الحد عدد صحيح من ${formatCount(min)} إلى ${formatCount(max)}`,
  save: 'حفظ',
  reset: (byDefault) => `العودة إلى ${formatCount(byDefault)}`,
  done: 'حُفظ الحد',
  failed: 'خطأ في التحديث',
};
