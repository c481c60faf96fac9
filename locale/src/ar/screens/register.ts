import type { register as french } from '../../fr/screens/register.ts';
import type { Translated } from '../translated.ts';

export const register: Translated<typeof french> = {
  title: 'إنشاء حساب',
  step: (step) => `الخطوة ${step} من 2`,
  stepAccount: 'معلومات الدخول',
  stepProfile: 'نشاطك',
  email: 'البريد الإلكتروني',
  password: 'كلمة السر',
  passwordHint: '6 أحرف على الأقل',
  confirmation: 'تأكيد كلمة السر',
  continue: 'متابعة',
  firstName: 'الاسم',
  lastName: 'اللقب',
  company: 'المحل',
  phone: 'الهاتف',
  address: 'العنوان',
  city: 'المدينة',
  postalCode: 'الرمز البريدي',
  back: 'رجوع',
  submit: 'إنشاء حسابي',
  haveAccount: 'لديك حساب؟',
  login: 'دخول',
  success: 'أُنشئ الحساب بنجاح! في انتظار التفعيل من طرف مسؤول.',
  failed: 'خطأ في الإنشاء',
};
