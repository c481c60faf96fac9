import type { adminShell as french } from '../../fr/screens/admin-shell.ts';
import type { Translated } from '../translated.ts';

/** The sidebar of administrators. */
export const adminShell: Translated<typeof french> = {
  title: 'الإدارة',
  dashboard: 'لوحة التحكم',
  users: 'إدارة الحسابات',
  freeFire: 'إدارة Free Fire',
  products: 'إدارة المنتجات',
  books: 'الحسابات والعمليات',
  recharges: 'الشحن',
  transactions: 'المعاملات',
  journal: 'السجل',
};
