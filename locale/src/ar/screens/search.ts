import type { search as french } from '../../fr/screens/search.ts';
import { counted } from '../grammar.ts';
import type { Translated } from '../translated.ts';
import { adminShell } from './admin-shell.ts';
import { codeBatches } from './code-batches.ts';
import { common } from './common.ts';
import { operations } from './operations.ts';
import { rechargeRequests } from './recharge-requests.ts';

/** The search of an administrator, from every screen. */
export const search: Translated<typeof french> = {
  title: 'البحث في كل شيء',
  placeholder: 'اسم، هاتف، رقم، مرجع، منتج، كود كامل',
  results: 'النتائج',
  searching: 'جارٍ البحث…',
  failed: 'لم ينجح البحث',
  none: 'لا توجد نتائج',
  found: (count) => counted(count, ['نتيجة واحدة', 'نتيجتان', 'نتائج', 'نتيجة', 'نتيجة']),
  kinds: {
    page: 'صفحة',
    account: 'حساب',
    rechargeRequest: 'شحن',
    freeFireRequest: 'Free Fire',
    transaction: 'معاملة',
    product: 'منتج',
    code: 'كود',
  },
  status: {
    account: common.accountStatus,
    rechargeRequest: rechargeRequests.status,
    freeFireRequest: operations.statuses,
    transaction: {},
    product: { active: 'مفعّل', inactive: 'معطّل', draft: 'مسودة' },
    code: codeBatches.find.status,
  },
  boughtBy: (name) => `اشتراه ${name}`,
  pages: {
    '/admin': adminShell.dashboard,
    '/admin/users': adminShell.users,
    '/admin/freefire': adminShell.freeFire,
    '/admin/products': adminShell.products,
    '/admin/products?view=offers': 'العروض والأسعار',
    '/admin/products?stock=cover': 'تغطية المخزون',
    '/admin/products/new': 'منتج جديد',
    '/admin/recharge': adminShell.recharges,
    '/admin/transactions': adminShell.transactions,
    '/admin?journal=1': adminShell.journal,
  },
};
