import type { testNotifications as french } from '../../fr/screens/test-notifications.ts';
import { ltr } from '../grammar.ts';
import type { Translated } from '../translated.ts';

export const testNotifications: Translated<typeof french> = {
  title: 'تجربة الإشعارات',
  text: 'كل زر يحاكي إشعارًا لك. لا يتحرك أي رصيد.',
  balance: {
    title: 'زيادة الرصيد',
    text: 'كأن مسؤولًا شحن رصيدك الآن. يظهر أيضًا تحت الجرس.',
    button: `إضافة ${ltr('5000 DZD')}`,
  },
  system: {
    title: 'تحديث النظام',
    text: 'كما عند وصول نسخة جديدة من التطبيق.',
    button: `الإعلان عن النسخة ${ltr('2.1.0')}`,
  },
  rejection: {
    title: 'رفض شحن',
    text: 'كأن طلب شحن رُفض الآن، مع سببه.',
    button: `رفض ${ltr('3000 DZD')}`,
  },
  failed: 'خطأ أثناء إرسال الرسالة',
  results: 'الإشعارات التجريبية',
  resultsNote: 'منذ فتح هذه الصفحة',
};
