import type { login as french } from '../../fr/screens/login.ts';
import type { Translated } from '../translated.ts';

export const login: Translated<typeof french> = {
  title: 'تسجيل الدخول',
  subtitle: 'ادخل إلى فضاء البائع.',
  ended: {
    title: 'انتهت جلستك',
    text: 'لم يُشترَ ولم يُسجَّل شيء منذ ذلك الحين.',
    drafts: 'ما كتبته محفوظ وينتظرك.',
  },
  email: 'البريد الإلكتروني',
  password: 'كلمة السر',
  showPassword: 'إظهار المكتوب',
  hidePassword: 'إخفاء المكتوب',
  submit: 'دخول',
  noAccount: 'ليس لديك حساب؟',
  register: 'إنشاء حساب',
  forgotten: 'نسيت كلمة السر؟',
  success: 'تم تسجيل الدخول!',
  failed: 'خطأ في تسجيل الدخول',
  cookiesBlocked: 'متصفحك يمنع ملفات الارتباط (cookies). اسمح بها لهذا الموقع ثم أعد المحاولة.',
  help: {
    title: 'نسيت كلمة السر؟',
    text: 'اطلب كلمة سر مؤقتة من مسؤول حسابك.',
  },
  promise: 'الكود فورًا، مرة واحدة، وتجده غدًا.',
  promiseText: 'اشترِ أكواد الألعاب من رصيدك بالدينار، مع كشف بكل عملياتك.',
};
