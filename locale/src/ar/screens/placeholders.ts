import type { placeholders as french } from '../../fr/screens/placeholders.ts';
import type { Translated } from '../translated.ts';

/** The screens that only say something. */
export const placeholders: Translated<typeof french> = {
  underDevelopment: 'هذه الميزة قيد التطوير',
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
};
