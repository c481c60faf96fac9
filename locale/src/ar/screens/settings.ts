import type { settings as french } from '../../fr/screens/settings.ts';
import type { Translated } from '../translated.ts';
import { common } from './common.ts';

export const settings: Translated<typeof french> = {
  title: 'الإعدادات',
  text: 'تفضيلاتك على هذا الجهاز.',
  textSynced: 'تفضيلاتك على كل أجهزتك.',
  notifications: {
    title: 'الإشعارات',
    note: 'تُحفظ اختياراتك، لكن لا يُرسل حاليًا أي بريد ولا رسالة قصيرة. إشعارات هذا الجهاز تُفعَّل من الجرس.',
    email: 'إشعارات بالبريد الإلكتروني',
    emailHint: 'حركات الرصيد والجواب على الطلبات',
    push: 'الإشعارات الفورية',
    pushHint: 'تنبيهات التطبيق على هذا الجهاز',
    sms: 'إشعارات بالرسائل القصيرة',
    smsHint: 'رسائل قصيرة على هاتفك',
    marketing: 'العروض والجديد',
    marketingHint: 'التخفيضات والألعاب الجديدة، بالبريد الإلكتروني',
  },
  security: {
    title: 'الأمان',
    loginAlerts: 'تنبيهات الدخول',
    loginAlertsHint: 'يُحفظ اختيارك؛ لا تُرسل حاليًا أي رسالة.',
    twoFactor: 'التحقق بخطوتين',
    twoFactorHint: (isProtected, isOwn) =>
      isProtected
        ? 'حسابك محمي بخطوة ثانية.'
        : isOwn
          ? 'حسابك غير محمي بخطوة ثانية. فعّلها في «الأمان».'
          : 'حسابك غير محمي بخطوة ثانية. يتم التفعيل عن طريق الدعم: اطلبه من مسؤول.',
    password: 'كلمة السر',
    passwordOwn: 'غيّرها في «الأمان».',
    passwordText: 'يتم تغيير كلمة السر عن طريق الدعم. اطلبه من مسؤول.',
  },
  appearance: { title: common.theme.label, hint: 'يُطبَّق عند الحفظ' },
  themes: { system: common.theme.auto, light: common.theme.light, dark: common.theme.dark },
  save: 'حفظ',
  success: 'حُفظت الإعدادات',
  failed: 'خطأ أثناء حفظ الإعدادات',
};
