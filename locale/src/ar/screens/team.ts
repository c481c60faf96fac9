import type { team as french } from '../../fr/screens/team.ts';
import { formatAmount } from '../formats.ts';
import { counted } from '../grammar.ts';
import type { Translated } from '../translated.ts';

const scopes: Translated<typeof french.scopes> = {
  stock: 'المخزون',
  requests: 'الطلبات',
  accounts: 'الحسابات',
  prices: 'الأسعار',
  reports: 'التقارير',
  collect: 'التحصيل',
  settings: 'الإعدادات',
};

/** Who of the administrators may do what, and what each did. */
export const team: Translated<typeof french> = {
  title: 'الفريق',
  text: 'لا يرى الموظف ولا يفعل إلا ما تسمح له به. الفريق وتصدير الأكواد والميزات واعتبار الديون معدومة تبقى للمالك.',
  failed: 'تعذر تحميل الفريق',
  scopes,
  scopeHints: {
    stock: 'الأكواد والدفعات والمورّدون والتغطية',
    requests: 'طلبات الشحن و Free Fire والبنك',
    accounts: 'الحسابات والأمان والأرصدة؛ ومع صلاحية التحصيل: الديون والتسبيقات',
    prices: 'المنتجات والعروض والأسعار',
    reports: 'الأرقام والمعاملات والسجل',
    collect: 'الجولات والنقد',
    settings: 'خدمة Free Fire والإعلانات وحالة النظام',
  },
  owner: 'المالك',
  ownerHint: 'كل الصلاحيات',
  noScope: 'دون صلاحيات',
  scopesText: (held) => {
    if (held === null) return 'المالك';
    return held.length > 0 ? held.map((scope) => scopes[scope]).join('، ') : 'دون صلاحيات';
  },
  you: 'أنت',
  tabs: { label: 'عرض', rights: 'الصلاحيات', day: 'النشاط اليومي', proposals: 'للتأكيد' },
  edit: 'تغيير الصلاحيات',
  editTitle: (name) => `الصلاحيات: ${name}`,
  role: 'الدور',
  employee: 'موظف',
  which: 'صلاحيات الموظف',
  cap: 'الشحن اليدوي في اليوم (DA)',
  capHint: 'فارغ: دون حد',
  threshold: 'شخص ثانٍ فوق مبلغ (DA)',
  thresholdHint: 'فارغ: لا يلزم شخص ثانٍ',
  credited: (amount, cap) =>
    cap === null
      ? `شُحن يدويًا اليوم ${formatAmount(amount)}`
      : `شُحن يدويًا اليوم ${formatAmount(amount)} من ${formatAmount(cap)}`,
  above: (amount) => `شخص ثانٍ فوق ${formatAmount(amount)}`,
  save: 'حفظ',
  saved: 'حُفظت الصلاحيات',
  saveFailed: 'تعذر تغيير الصلاحيات',
  day: {
    date: 'اليوم',
    failed: 'تعذر تحميل نشاط اليوم',
    empty: 'لا توجد إجراءات في هذا اليوم',
    actions: (count) => counted(count, ['إجراء واحد', 'إجراءان', 'إجراءات', 'إجراءً', 'إجراء']),
    credited: (amount) => `شُحن ${formatAmount(amount)}`,
    from: 'من',
    to: 'إلى',
  },
  proposals: {
    title: 'شحن للتأكيد',
    states: { open: 'للتأكيد', approved: 'مقبول', refused: 'مرفوض' },
    which: 'الطلبات',
    filter: { open: 'للتأكيد', all: 'الكل' },
    empty: 'لا يوجد شحن للتأكيد',
    failed: 'تعذر تحميل الشحن المنتظر للتأكيد',
    by: (name) => `طلبه ${name}`,
    decidedBy: (name) => `من طرف ${name}`,
    approve: 'شحن',
    refuse: 'رفض',
    withdraw: 'إلغاء الطلب',
    approved: 'شُحن الحساب',
    refused: 'رُفض الطلب',
    withdrawn: 'أُلغي الطلب',
    decideFailed: 'تعذرت معالجة هذا الطلب',
    ask: 'طلب تأكيد شخص ثانٍ',
    asked: 'أُرسل الطلب: يؤكده شخص آخر',
    askFailed: 'تعذر إرسال الطلب',
  },
  forbidden: {
    title: 'هذه الصفحة ليست من صلاحياتك',
    text: 'اطلب من المالك أن يعطيك هذه الصلاحية.',
  },
};
