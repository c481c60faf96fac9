import type { shell as french } from '../../fr/screens/shell.ts';
import { counted, nouns } from '../grammar.ts';
import type { Translated } from '../translated.ts';

/** The page around the application: document, manifest, layouts, guards. */
export const shell: Translated<typeof french> = {
  description: 'أكواد الألعاب وشحن Free Fire للبائعين، من رصيد مسبق الدفع بالدينار.',
  noScript: 'يحتاج Almas إلى JavaScript ليعمل.',
  skipToContent: 'الانتقال إلى المحتوى',
  home: '\u200fAlmas، الصفحة الرئيسية',
  openMenu: 'فتح القائمة',
  closeMenu: 'إغلاق القائمة',
  navigation: 'القائمة الرئيسية',
  balance: 'الرصيد',
  openRequests: 'فتح طلبات الشحن',
  userMenu: 'قائمة الحساب',
  profile: 'ملفي',
  ownName: 'اسمي',
  settings: 'الإعدادات',
  security: 'الأمان',
  staff: 'العمّال',
  signOut: 'تسجيل الخروج',
  signOutFailed: 'خطأ في تسجيل الخروج',
  reseller: {
    cards: 'البطاقات',
    seeCards: 'عرض البطاقات',
    myCards: 'بطاقاتي وعملياتي',
    freeFire: 'FREE FIRE',
    freeFireEntry: 'بمعرّف اللاعب',
    operations: 'كل العمليات',
    operationsEntry: 'حركات الرصيد',
  },
  bar: {
    label: 'تنقل سريع',
    sell: 'بيع',
    freeFire: 'Free Fire',
    cards: 'البطاقات',
    account: 'الحساب',
    accountSection: 'الحساب',
  },
  notifications: {
    open: 'الإشعارات',
    unread: (count) => counted(count, nouns.unread),
    title: 'الإشعارات',
  },
  crashed: {
    title: 'حدث خطأ',
    text: 'تعذر عرض الشاشة. لم يضِع شيء.',
  },
};
