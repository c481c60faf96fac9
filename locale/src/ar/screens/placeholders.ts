import type { placeholders as french } from '../../fr/screens/placeholders.ts';
import type { Translated } from '../translated.ts';

/** The screens that only say something. */
export const placeholders: Translated<typeof french> = {
  underDevelopment: 'هذه الوظيفة قيد التطوير',
  underDevelopmentText: 'ستكون هذه الصفحة متاحة قريبًا.',
  history: 'السجل',
  consumption: 'الاستهلاك',
  directory: 'الدليل',
  recharge: {
    title: 'شحن الرصيد',
    onlyAdmins: 'المسؤولون وحدهم يشحنون الأرصدة.',
    contact: 'اتصل بمسؤول.',
    ask: 'طلب شحن',
  },
  titles: {
    dashboard: 'لوحة التحكم',
    catalog: 'الكتالوج',
    cards: 'بطاقاتي',
    operations: 'كل العمليات',
    freeFire: 'شحن Free Fire',
    profile: 'ملفي',
    settings: 'الإعدادات',
    testNotifications: 'تجربة الإشعارات',
    adminDashboard: 'لوحة التحكم',
    adminUsers: 'إدارة الحسابات',
    adminProducts: 'إدارة المنتجات',
    newProduct: 'منتج جديد',
    editProduct: 'تعديل المنتج',
    adminTransactions: 'كل المعاملات',
    adminRecharge: 'إدارة الشحن',
    adminRecharges: 'طلبات الشحن المنتظرة',
    adminFreeFire: 'إدارة Free Fire',
  },
  requests: 'طلبات الشحن',
  soon: 'متاح قريبًا',
};
