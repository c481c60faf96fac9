import type { chatMessage as frenchMessage, lowStockOffers as frenchOffers, News } from '../fr/news.ts';
import { counted } from './grammar.ts';

const of = (path: string, name: string, id: string | undefined): string =>
  id === undefined ? path : `${path}?${name}=${encodeURIComponent(id)}`;

const healthParts: Readonly<Record<string, string>> = {
  database: 'قاعدة البيانات',
  disk: 'القرص، يكاد يمتلئ',
  backup: 'النسخ الاحتياطي',
  audit: 'مراقبة الحسابات',
  archive: 'الأرشفة',
};

const texts: Readonly<Record<string, (subject: string | undefined) => News>> = {
  balance_credited: () => ({
    title: 'أُضيف مبلغ إلى رصيدك',
    text: 'زاد رصيدك. التفاصيل في عملياتك.',
    path: '/operations',
  }),
  balance_debited: () => ({
    title: 'خُصم مبلغ من رصيدك',
    text: 'نقص رصيدك. التفاصيل في عملياتك.',
    path: '/operations',
  }),
  debt_due: () => ({
    title: 'أجل الدفع',
    text: 'حان أجل دفع جزء من دينك. التفاصيل في لوحة التحكم.',
    path: '/dashboard',
  }),
  debt_paid: () => ({
    title: 'تحصيل',
    text: 'استُلمت دفعة من دينك. الإيصال في لوحة التحكم.',
    path: '/dashboard',
  }),
  claim_decided: () => ({
    title: 'عولجت شكوى',
    text: 'تلقّت إحدى شكاواك جوابًا. تجده في مشترياتك.',
    path: '/dashboard',
  }),
  code_claim: () => ({ title: 'شكوى جديدة', text: 'بائع ينتظر قرارًا.', path: '/admin' }),
  recharge_request: (id) => ({
    title: 'طلب شحن جديد',
    text: 'بائع ينتظر قرارًا.',
    path: of('/admin/recharge', 'request', id),
  }),
  free_fire_request: (id) => ({
    title: 'طلب Free Fire جديد',
    text: 'بائع ينتظر قرارًا.',
    path: of('/admin/freefire', 'request', id),
  }),
  account_registered: (id) => ({
    title: 'تسجيل جديد',
    text: 'حساب ينتظر التفعيل.',
    path: of('/admin/users', 'account', id),
  }),
  password_known: () => ({
    title: 'هل يعرف أحد كلمة سرك؟',
    text: 'أدخل شخص ما كلمة سرك ثم رموزًا خاطئة. إذا لم تكن أنت، فغيّرها.',
    path: '/',
  }),
  announcement: () => ({
    title: 'إعلان جديد',
    text: 'نشر مورّدك إعلانًا. تجده تحت الجرس.',
    path: '/dashboard',
  }),
  low_stock: (offers = '') => ({ title: 'مخزون منخفض', text: offers, path: '/admin/products' }),
  health_failed: (parts = '') => ({
    title: 'حالة النظام',
    text: `توقف عن العمل: ${parts
      .split(',')
      .map((part) => healthParts[part] ?? part)
      .join('، ')}.`,
    path: '/admin',
  }),
  alert: (title = '') => ({ title: 'تنبيه Almas', text: title, path: '/admin' }),
};

/** The words for a type of news; undefined for a type that is not sent. */
export const news = (type: string, subject: string | undefined): News | undefined =>
  Object.hasOwn(texts, type) ? texts[type]?.(subject) : undefined;

/** `Free Fire, 110 Diamants`, and how many more there are. */
export const lowStockOffers: typeof frenchOffers = (offers) => {
  const shown = offers.slice(0, 3).map(({ product, offer }) => `${product}، ${offer}`);
  const more = offers.length - shown.length;
  const others = ['عرض آخر', 'عرضان آخران', 'عروض أخرى', 'عرضًا آخر', 'عرض آخر'] as const;
  return `${shown.join('؛ ')}${more > 0 ? ` و${counted(more, others)}` : ''}`;
};

/** For a chat: the address is given where the installation has one, and the number is the same when it is sent again. */
export const chatMessage: typeof frenchMessage = ({ title, text, path }, id, publicUrl) =>
  [title, text, ...(publicUrl === undefined ? [] : [`${publicUrl}${path}`]), `رسالة رقم ${id}`].join('\n');
