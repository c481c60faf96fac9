import type { noticePages as french } from '../../fr/screens/notice-pages.ts';
import type { Translated } from '../translated.ts';

/** What stands in the place of a page: the account waits, the role has no access, there is no such page. */
export const noticePages: Translated<typeof french> = {
  waiting: {
    title: 'الحساب في انتظار التفعيل',
    pendingText: 'يجب أن يفعّل مسؤول حسابك. بعدها يمكنك شراء الأكواد.',
    inactiveText: 'حسابك غير مفعّل. اتصل بمسؤول لمعرفة المزيد.',
    help: {
      title: 'هل لديك سؤال؟',
      text: 'المسؤول يفعّل الحسابات ويجيب عن أسئلة البائعين.',
    },
    email: 'البريد الإلكتروني',
    company: 'المحل',
    status: 'الحالة',
    pending: 'في الانتظار',
    inactive: 'معطّل',
    stillWaiting: 'لم يُفعَّل الحساب بعد',
  },
  forbidden: {
    title: 'الوصول غير مسموح',
    text: 'ليس لحسابك حق الوصول إلى هذه الصفحة.',
  },
  notFound: {
    title: 'الصفحة غير موجودة',
    text: 'العنوان المطلوب غير موجود أو لم يعد موجودًا.',
    link: 'العودة إلى تسجيل الدخول',
  },
};
