import type {
  alertTexts as frenchAlerts,
  rechargeMethodNames as frenchMethods,
  serviceReasons as frenchReasons,
} from '../fr/shared-texts.ts';
import type { Translated } from './translated.ts';

export const alertTexts: Translated<typeof frenchAlerts> = {
  databaseTitle: 'خطأ في قاعدة البيانات',
  paymentTitle: 'خطأ في الدفع',
  paymentMessage: 'حدث خطأ أثناء معالجة الدفع',
  loadMessage: 'حدث خطأ أثناء تحميل البيانات',
};

export const serviceReasons: Translated<typeof frenchReasons> = {
  unknown: 'لم تُحمَّل الإعدادات',
  disabled: 'الخدمة معطّلة',
  maintenance: 'الخدمة قيد الصيانة',
  closed: 'خارج أوقات الخدمة',
  online: 'الخدمة متاحة',
};

export const rechargeMethodNames: Translated<typeof frenchMethods> = {
  ccp: 'CCP',
  baridimob: 'BaridiMob',
  bank_transfer: 'تحويل بنكي',
};
