import type { chatMessage as frenchMessage, lowStockOffers as frenchOffers } from '../fr/news.ts';
import { newsIn, partNames } from '../news.ts';
import { counted, nouns, own } from './grammar.ts';

const healthParts: Readonly<Record<string, string>> = {
  database: 'قاعدة البيانات',
  disk: 'القرص (يكاد يمتلئ)',
  backup: 'النسخ الاحتياطي (فشل أو قديم جدًا)',
  audit: 'تدقيق الحسابات (فوارق أو ناقص أو قديم جدًا)',
  archive: 'الأرشفة (متأخرة)',
};

/** The words for a type of news; undefined for a type that is not sent. */
export const news = newsIn({
  balance_credited: {
    title: 'أُضيف مبلغ إلى رصيدك',
    text: 'زاد رصيدك. التفاصيل في عملياتك.',
  },
  balance_debited: {
    title: 'خُصم مبلغ من رصيدك',
    text: 'نقص رصيدك. التفاصيل في عملياتك.',
  },
  debt_due: {
    title: 'أجل الدفع',
    text: 'جزء من دينك يجب دفعه. التفاصيل في لوحة التحكم.',
  },
  debt_paid: {
    title: 'تحصيل',
    text: 'استُلم مبلغ لتسديد دينك. الإيصال في لوحة التحكم.',
  },
  debt_payment_taken_back: {
    title: 'أُلغي تحصيل',
    text: 'لم يعد أحد مبالغ تسديد دينك محسوبًا. التفاصيل في لوحة التحكم.',
  },
  claim_decided: {
    title: 'عولجت شكواك',
    text: 'تلقّت إحدى شكاواك جوابًا. تجده في مشترياتك.',
  },
  webhook_off: {
    title: 'توقف webhook',
    text: 'لم يعد موقعك يقبل ما يُرسل إليه: توقف أحد الـ webhooks. أعد تشغيله من إعداداتك.',
  },
  code_claim: { title: 'شكوى جديدة', text: 'بائع ينتظر قرارًا.' },
  recharge_request: {
    title: 'طلب شحن جديد',
    text: 'بائع ينتظر قرارًا.',
  },
  free_fire_request: {
    title: 'طلب Free Fire جديد',
    text: 'بائع ينتظر قرارًا.',
  },
  account_registered: {
    title: 'تسجيل جديد',
    text: 'حساب ينتظر التفعيل.',
  },
  password_known: {
    title: 'هل يعرف شخص آخر كلمة سرك؟',
    text: 'أدخل شخص ما كلمة سرك ثم رموزًا خاطئة. إذا لم تكن أنت، فغيّرها.',
  },
  announcement: {
    title: 'إعلان جديد',
    text: 'نشر مورّدك إعلانًا. تجده تحت الجرس.',
  },
  low_stock: (offers) => ({ title: 'مخزون منخفض', text: offers }),
  health_failed: (parts) => ({
    title: 'حالة النظام',
    text: `عطل أو أمر يجب التحقق منه: ${partNames(healthParts, parts).join('، ')}.`,
  }),
  alert: (title) => ({ title: 'تنبيه Almas', text: title }),
});

/** `Free Fire, 110 Diamants`, and how many more there are. */
export const lowStockOffers: typeof frenchOffers = ({ first, more }) => {
  const shown = first.map(({ product, offer }) => `${own(product)}، ${own(offer)}`);
  return `${shown.join('؛ ')}${more > 0 ? ` و${counted(more, nouns.otherOffer)}` : ''}`;
};

/** For a chat: the address is given where the installation has one, and the number is the same when it is sent again. */
export const chatMessage: typeof frenchMessage = ({ title, text, path }, id, publicUrl) =>
  [title, text, ...(publicUrl === undefined ? [] : [`${publicUrl}${path}`]), `رسالة رقم ${id}`].join('\n');
