import type { notificationList as french } from '../../fr/screens/notification-list.ts';
import type { Translated } from '../translated.ts';

/** The list behind the bell. */
export const notificationList: Translated<typeof french> = {
  title: 'الإشعارات',
  readAll: 'تحديد الكل كمقروء',
  read: 'تحديد كمقروء',
  empty: 'لا توجد إشعارات',
  emptyText: 'ستظهر حركات رصيدك هنا.',
  emptyToAdministrators: 'ستظهر هنا الطلبات والتسجيلات.',
  failed: 'تعذر تحميل الإشعارات',
};
