import type { contact as french } from '../../fr/screens/contact.ts';
import type { Translated } from '../translated.ts';

/** The dialog that writes to the administrator. Loaded when it is opened. */
export const contact: Translated<typeof french> = {
  title: 'الاتصال بالمسؤول',
  message: 'الرسالة',
  hint: 'اذكر رقم الطلب أو الدفع المعني.',
  send: 'إرسال',
  sent: 'أُرسلت رسالتك إلى المسؤول',
  failed: 'خطأ أثناء إرسال الرسالة',
};
