import type { profile as french } from '../../fr/screens/profile.ts';
import type { Translated } from '../translated.ts';
import { register } from './register.ts';

export const profile: Translated<typeof french> = {
  title: 'ملفي',
  partial: 'معلوماتك غير متاحة دون اتصال.',
  personal: 'المعلومات الشخصية',
  address: 'العنوان',
  account: 'الحساب',
  fields: {
    firstName: register.firstName,
    lastName: register.lastName,
    email: register.email,
    phone: register.phone,
    company: register.company,
    address: register.address,
    city: register.city,
    postalCode: register.postalCode,
  },
  emailHint: 'لا يمكن تغيير البريد الإلكتروني.',
  balance: 'الرصيد',
  status: 'الحالة',
  memberSince: 'مسجّل منذ',
  edit: 'تعديل',
  save: 'حفظ',
  cancel: 'إلغاء',
  success: 'حُدّث الملف بنجاح',
  name: { title: 'اسمي', text: 'تُعرض قراراتك بهذا الاسم.' },
  failed: 'خطأ أثناء تحديث الملف',
};
