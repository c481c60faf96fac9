import type { announcements as french } from '../../fr/screens/announcements.ts';
import type { Translated } from '../translated.ts';

/** What the owner tells all resellers: the administrator's dialog, and the part of the bell. */
export const announcements: Translated<typeof french> = {
  title: 'الإعلانات',
  read: 'تحديد كمقروء',
  share: 'مشاركة',
  copied: 'نُسخ الإعلان',
  shareFailed: 'تعذرت مشاركة الإعلان',
  publish: 'نشر إعلان',
  publishText: 'يقرؤه كل البائعين تحت الجرس؛ وتخبرهم أجهزتهم بوجوده دون نصه.',
  kind: 'الموضوع',
  kinds: { prices: 'الأسعار', stock: 'المخزون', maintenance: 'الصيانة' },
  titleLabel: 'العنوان',
  message: 'النص',
  submit: 'نشر',
  done: 'نُشر الإعلان',
  publishFailed: 'تعذر نشر الإعلان',
  shared: (title, message) => `${title}\n${message}`,
};
