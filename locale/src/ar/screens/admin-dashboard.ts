import type { adminDashboard as french } from '../../fr/screens/admin-dashboard.ts';
import { onOneLine } from '../formats.ts';
import { counted, ltr, nouns, own } from '../grammar.ts';
import type { Translated } from '../translated.ts';

/** The noun of a count that is already written. */
const withNoun = (written: string) => counted(Number(written.replace(/\D/g, '')), nouns.code, written);

/** /admin: what waits, what can be done in a tap, what happened. */
export const adminDashboard: Translated<typeof french> = {
  title: 'لوحة التحكم',
  welcome: (name) => `مرحبًا ${name}`,
  today: {
    sales: 'مبيعات اليوم',
    codes: (count) => withNoun(count),
    recharges: 'شحن اليوم',
    freeFire: '\u200fFree Fire اليوم',
    held: 'أرصدة البائعين',
    yesterday: (amount) => `أمس ${onOneLine(amount)}`,
  },
  stats: {
    users: 'المستخدمون',
    usersNote: (active, _many, pending) => `المفعّلون: ${active}، في الانتظار: ${pending}`,
    products: 'المنتجات',
    productsNote: (active) => `المفعّلة: ${active}`,
    recharges: 'شحن في الانتظار',
    rechargesNote: (amount) => `المطلوب ${amount}`,
    notifications: 'إشعارات غير مقروءة',
    openNotifications: (count) => `عرض الإشعارات غير المقروءة: ${count}`,
  },
  requests: { title: 'طلبات الشحن', empty: 'لا يوجد طلب في الانتظار' },
  accounts: {
    title: 'حسابات في الانتظار',
    empty: 'لا يوجد حساب في الانتظار',
    failed: 'تعذر تحميل الحسابات',
  },
  firstSteps: {
    title: 'الخطوات الأولى',
    done: (done, all) => `أُنجز ${done} من ${all}`,
    isDone: 'تم',
    isOpen: 'للإنجاز',
    steps: {
      product: { label: 'إنشاء أول منتج', text: 'لعبة وعروضها وأسعارها.' },
      codes: {
        label: 'إضافة أكواد إلى المخزون',
        text: 'باللصق أو من ملف، في عرض من المنتج.',
      },
      paymentAccounts: { label: 'تحديد حسابات الدفع', text: '\u200fCCP أو RIP أو حساب بنكي يراه البائعون.' },
      resellers: {
        label: 'تسجيل بائع',
        text: 'أرسل إليه هذا العنوان، ثم فعّل حسابه.',
      },
      freeFire: {
        label: 'ضبط Free Fire',
        text: 'الأوقات والأسعار: الخدمة مفتوحة من الآن.',
      },
      secondFactor: { label: 'حماية هذا الحساب', text: 'التحقق بخطوتين، في «الأمان».' },
      backup: {
        label: 'نسخ احتياطي كل يوم',
        text: `على الخادم: ${ltr('npm run backup')} أو ${ltr('ops/daily.sh')}.`,
      },
    },
    go: 'ابدأ',
    copyAddress: 'نسخ العنوان',
    copied: 'نُسخ العنوان',
    notCopied: 'لم ينجح النسخ: حدّد العنوان بيدك',
  },
  quick: {
    title: 'إجراءات سريعة',
    recharge: 'إدارة الشحن',
    transactions: 'كل المعاملات',
    freeFire: 'Free Fire',
    product: 'منتج جديد',
    journal: 'سجل الإجراءات',
    health: 'حالة النظام',
    features: 'الميزات',
    waiting: (count) => `في الانتظار: ${count}`,
  },
  activity: {
    title: 'آخر النشاطات',
    empty: 'لا يوجد نشاط حديث',
    newReseller: 'بائع جديد',
    request: (status) => `طلب شحن ${status}`,
    requestStatuses: {
      pending: 'في الانتظار',
      approved: 'مقبول',
      rejected: 'مرفوض',
      cancelled: 'ملغى',
    },
    failed: 'تعذر تحميل آخر النشاطات',
  },
  charts: {
    title: 'التطور',
    period: 'الفترة',
    days: { '7': '7 أيام', '30': '30 يومًا', '90': '90 يومًا' },
    failed: 'تعذر تحميل التطور',
    overTime: 'المبيعات والشحن حسب اليوم',
    overTimeText: (sales, recharges) =>
      `في هذه الفترة: مبيعات ${onOneLine(sales)}، شحن ${onOneLine(recharges)}.`,
    series: { sales: 'مبيعات الأكواد', recharges: 'الشحن', freeFire: 'Free Fire' },
    codes: 'الأكواد المبيعة',
    day: 'اليوم',
    bestOffers: 'أفضل العروض',
    bestOffersText: 'حسب مبلغ المبيعات في هذه الفترة.',
    noSales: 'لا توجد مبيعات في هذه الفترة',
    offer: 'العرض',
    amount: 'المبلغ',
    lowStock: 'مخزون منخفض',
    lowStockText: 'العروض المفعّلة التي يجب تموينها.',
    stockFine: 'المخزون كافٍ في كل العروض',
    stock: 'المخزون',
    codesLeft: (stock) => withNoun(stock),
    outOfStock: 'نفد',
    restock: (offer) => `تموين ${own(offer)}`,
    table: 'عرض الجدول',
    dayLabel: (day, sales, recharges, freeFire) =>
      `${day}: المبيعات ${sales}، الشحن ${recharges}، Free Fire ${freeFire}`,
  },
};
