import type { unsettledCalls as french } from '../../fr/screens/unsettled-calls.ts';
import type { Translated } from '../translated.ts';

/** The taps whose answer was lost. */
export const unsettledCalls: Translated<typeof french> = {
  title: 'طلبات دون جواب',
  kinds: {
    'purchases.create': 'شراء',
    'freeFire.createRequest': 'شحن Free Fire',
    'rechargeRequests.create': 'طلب شحن',
    'credit.advance': 'تسبيق',
  },
  states: {
    lost: 'ضاع الجواب: نسأل الخادم عمّا حدث. لا تكرّر هذا الطلب.',
    executed: 'تم الشراء: الكود في «بطاقاتي».',
    closed: 'لم يتم: لم يُخصم شيء. يمكنك إعادة المحاولة.',
    expired: 'قديم جدًا فلا يمكن التحقق منه: راجع عملياتك قبل إعادة المحاولة.',
  },
  unkept: 'هذا المتصفح لا يحفظ شيئًا: أبقِ هذه الصفحة مفتوحة حتى الجواب، أو راجع عملياتك قبل إعادة المحاولة.',
  cards: 'عرض بطاقاتي',
  operations: 'عرض عملياتي',
  cashier: {
    executed: 'تم البيع: الكود في «مبيعاتي».',
    expired: 'قديم جدًا فلا يمكن التحقق منه: ابحث عنه في القائمة قبل إعادة المحاولة.',
    unkept: 'هذا المتصفح لا يحفظ شيئًا: أبقِ هذه الصفحة مفتوحة حتى الجواب، أو راجع مبيعاتك قبل إعادة المحاولة.',
    sales: 'عرض مبيعاتي',
    requests: 'عرض طلباتي',
  },
  dismiss: 'إزالة من القائمة',
};
