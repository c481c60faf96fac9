import type { deviceNotifications as french } from '../../fr/screens/device-notifications.ts';
import type { Translated } from '../translated.ts';

/** The switch of the bell: news on this device while the application is closed. */
export const deviceNotifications: Translated<typeof french> = {
  label: 'الإشعارات على هذا الجهاز',
  reseller:
    'الشحن والتصحيحات وطلبات Free Fire وآجال الدفع والشكاوى، حتى عندما يكون Almas مغلقًا. مشترياتك لا تُرسل.',
  administrator: 'الطلبات والتسجيلات والمخزون المنخفض والتنبيهات، حتى عندما يكون Almas مغلقًا.',
  checking: 'جارٍ التحقق…',
  turnedOn: 'فُعّلت الإشعارات على هذا الجهاز',
  turnedOff: 'عُطّلت الإشعارات على هذا الجهاز',
  failed: 'تعذر تغيير إشعارات هذا الجهاز',
  denied: 'محظورة في هذا المتصفح. المس الأيقونة بجانب العنوان، واسمح بالإشعارات، ثم أعد فتح هذه اللوحة.',
  unsupported: 'هذا المتصفح لا يوفرها هنا. على iPhone، أضف Almas أولًا إلى الشاشة الرئيسية.',
};
