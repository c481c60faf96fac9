import type { common as french } from '../../fr/screens/common.ts';
import { formatDateTime } from '../formats.ts';
import { ltr } from '../grammar.ts';
import { alertTexts } from '../shared-texts.ts';
import type { Translated } from '../translated.ts';

/** Words that every screen shares. */
export const common: Translated<typeof french> = {
  product: 'Almas',
  loading: 'جارٍ التحميل…',
  loadingProfile: 'جارٍ تحميل الحساب…',
  retry: 'إعادة المحاولة',
  cancel: 'إلغاء',
  confirm: 'تأكيد',
  close: 'إغلاق',
  save: 'حفظ',
  search: 'بحث',
  clear: 'مسح',
  copy: 'نسخ',
  copied: 'تم النسخ',
  seeAll: 'عرض الكل',
  back: 'رجوع',
  refresh: 'تحديث',
  showMore: 'عرض المزيد',
  listEnd: 'نهاية القائمة',
  messages: 'الرسائل',
  required: 'مطلوب',
  requiredFields: 'املأ كل الخانات المطلوبة',
  optional: 'اختياري',
  none: '-',
  newTab: 'علامة تبويب جديدة',
  loadFailed: 'خطأ في التحميل',
  loadFailedText: 'تعذر تحميل المعلومات',
  part: {
    missing: 'تعذر تحميل هذه الصفحة. تحقّق من اتصالك بالإنترنت.',
    dialogMissing: 'تعذر تحميل النافذة',
  },
  network: {
    lost: 'تعذر الاتصال بالخادم. تحقّق من اتصالك بالإنترنت.',
    decisionLost: 'ضاع جواب الخادم: ربما سُجّل قرارك. ستوضح هذه الشاشة ذلك.',
    timeout: 'يستغرق الخادم وقتًا طويلًا للرد. أعد المحاولة.',
    offline: 'أنت غير متصل بالإنترنت.',
    unreachable: 'الخادم لا يجيب.',
    mayBeOld: 'قد تكون المعلومات المعروضة قديمة.',
    lastKnown: (moment) => `آخر معلومات معروفة: ${formatDateTime(moment)}.`,
    withReference: (sentence, id) => `${sentence} (المرجع ${ltr(id)})`,
    back: 'عاد الاتصال',
  },
  moneyCall: {
    verifying: 'جارٍ التحقق…',
    requested: 'أُرسل الطلب بنجاح! سيعالجه مسؤول.',
    advanced: 'مُنح التسبيق',
    lost: 'انقطع الاتصال قبل الجواب. نتحقق من طلبك: لا تكرّره.',
    offline: 'أنت غير متصل بالإنترنت: لم يُرسل شيء. أعد المحاولة عند عودة الاتصال.',
    closed: 'لم يُنفَّذ الطلب: لم يُخصم شيء. يمكنك إعادة المحاولة.',
    unresolved: 'تعذر التحقق من طلبك. ابحث عنه في قوائمك قبل إعادة المحاولة.',
  },
  alerts: {
    database: { title: alertTexts.databaseTitle, message: alertTexts.loadMessage },
    payment: { title: alertTexts.paymentTitle, message: alertTexts.paymentMessage },
  },
  contact: { phone: 'الهاتف', email: 'البريد الإلكتروني' },
  theme: { label: 'المظهر', auto: 'النظام', light: 'فاتح', dark: 'داكن' },
  accountStatus: { pending: 'في الانتظار', active: 'مفعّل', inactive: 'معطّل' },
};
