import type { bank as french } from '../../fr/screens/bank.ts';
import { formatAmount, formatCount } from '../formats.ts';
import { counted, countedAfter, ltr, nouns } from '../grammar.ts';
import { rechargeMethodNames } from '../shared-texts.ts';
import type { Translated } from '../translated.ts';

/** Statements of the bank beside the recharge requests. */
export const bank: Translated<typeof french> = {
  open: 'المطابقة البنكية',
  title: 'المطابقة البنكية',
  views: {
    label: 'عرض',
    gaps: 'الفوارق',
    lines: 'الأسطر',
    import: 'استيراد كشف',
  },
  failed: 'تعذر تحميل الكشوف',
  methods: rechargeMethodNames,

  gaps: {
    empty: 'لا توجد فوارق',
    emptyText: 'استورد كشفًا: كل يوم، يُقارن المال المستلم بالشحن المقبول.',
    none: 'لا يوجد كشف يغطي هذه الأيام',
    withoutMoney: 'مقبول ولم يصل ماله',
    withoutMoneyNote: 'مقبول منذ أكثر من 48 ساعة، ولا يقابله أي سطر في الكشف',
    withoutMoneyNone: 'وصل مال كل ما قُبل',
    withoutRequest: 'مال دون طلب',
    withoutRequestNote: 'استُلم، ولا يُعرف له طلب',
    sum: (count, amount) => (count === 0 ? 'لا شيء' : `${formatAmount(amount)} (${formatCount(count)})`),
    showMoney: 'عرض الطلبات',
    showOrphans: 'عرض الأسطر',
    caption: 'الفوارق حسب اليوم والطريقة',
    heads: { day: 'اليوم', approved: 'المقبول بعد التصحيحات', received: 'المستلم', gap: 'الفارق' },
    balanced: 'متوازن',
  },

  lines: {
    label: 'الأسطر',
    states: {
      all: 'الكل',
      matched: 'المطابَقة',
      proposed: 'المقترحة',
      orphan: 'دون طلب',
    },
    empty: 'لا توجد أسطر',
    emptyText: 'تظهر هنا أسطر الكشوف المستوردة.',
    noReference: 'دون مرجع',
    request: (id, name) => `الطلب رقم ${ltr(id)} من ${name}`,
    automatic: 'وُجد بالمبلغ والمرجع',
    by: (name) => `طابقه ${name}`,
    match: 'مطابقة',
    matchName: (id) => `المطابقة مع الطلب رقم ${ltr(id)}`,
    matched: 'طُوبق السطر',
    unmatch: 'فك المطابقة',
    unmatched: 'فُكّت المطابقة',
    changeFailed: 'لم يُغيَّر السطر',
    orphan: 'لا يوجد طلب بهذا المبلغ في حدود يوم واحد',
    openRequest: (id) => `فتح الطلب رقم ${ltr(id)}`,
  },

  statements: {
    title: 'الكشوف المستوردة',
    days: (first, last) => (first === last ? first : `من ${first} إلى ${last}`),
    noDays: 'لا يوم مضى',
    lines: (lines, matched) => `${counted(lines, nouns.line)}، المطابَقة: ${formatCount(matched)}`,
    remove: 'حذف',
    removeName: (days) => `حذف الكشف ${days}`,
    question: 'هل تريد حذف هذا الكشف؟',
    consequence: (lines, matched) =>
      `الأسطر التي ستُحذف: ${formatCount(lines)}، منها المطابَقة: ${formatCount(matched)}. لا يتغير أي طلب ولا أي رصيد.`,
    repeated: 'السطر الذي يكرره كشف آخر يعود عند استيراد ذلك الكشف من جديد.',
    removed: 'حُذف الكشف',
    removeFailed: 'لم يُحذف الكشف',
  },

  import: {
    account: 'الحساب',
    newAccount: 'إضافة حساب',
    accountName: 'اسم الحساب',
    accountNameHint: 'مثل «CCP المحل»',
    method: 'يدفع البائعون فيه بواسطة',
    addAccount: 'إضافة الحساب',
    addedAccount: 'أُضيف الحساب',
    addFailed: 'لم يُضف الحساب',
    covers: (first, last, lines) => `كشف من ${first} إلى ${last}، ${counted(lines, nouns.line)}`,
    coversNothing: 'لا يوجد كشف مستورد لهذا الحساب',
    paste: 'الكشف',
    pasteHint: 'ألصق أسطر الكشف، أو اختر ملفًا. تُترك المبالغ الخارجة جانبًا.',
    choose: 'اختيار ملف',
    drop: '\u200fCSV أو Excel (XLSX) أو نص',
    dropHere: 'ضع الملف هنا',
    removeFile: 'إزالة الملف',
    unreadableFile: 'تعذرت قراءة هذا الملف',
    noTable: 'لم يُعثر على أي سطر فيه يوم ومبلغ',
    tooMany: `يحتوي الكشف على ${ltr('10 000')} سطر على الأكثر. استورده على أجزاء، واقطعه بين يومين.`,
    columns: 'الأعمدة',
    day: 'اليوم',
    amount: 'المبلغ المستلم',
    reference: 'المرجع أو البيان',
    none: 'لا شيء',
    column: (number, head) => (head === '' ? `العمود ${number}` : head),
    sample: 'أول الأسطر المقروءة',
    incoming: (count) => `أسطر المال المستلم: ${formatCount(count)}`,
    outgoing: (count) => `مبالغ خارجة متروكة: ${formatCount(count)}`,
    unreadable: (count, first) => `أسطر غير مقروءة: ${formatCount(count)} (رقم ${ltr(first)})`,
    checkFailed: 'تعذر التحقق من الكشف',
    preview: ({ imported, known, matched, proposed, resembling }) =>
      [
        `أسطر جديدة: ${formatCount(imported)}`,
        resembling > 0 && `منها ما يشبه أسطرًا مستوردة سابقًا: ${formatCount(resembling)}`,
        known > 0 && `مستوردة سابقًا: ${formatCount(known)}`,
        `مطابَقة: ${formatCount(matched)}`,
        proposed > 0 && `للتأكيد: ${formatCount(proposed)}`,
      ]
        .filter(Boolean)
        .join(' · '),
    submit: (lines) => `استيراد ${countedAfter(lines, nouns.line)}`,
    submitDays: (days) => `حفظ ${countedAfter(days, nouns.day)} دون أسطر جديدة`,
    resemblingQuestion: 'هل تريد استيراد هذه الأسطر؟',
    resembling: (lines) =>
      `عدد الأسطر التي تشبه أسطرًا مستوردة سابقًا: ${formatCount(lines)} (اليوم نفسه، المبلغ نفسه، مرجع آخر).`,
    resemblingAdvice:
      'إن كان المال نفسه فسيُحسب مرتين. هل هو عمود مرجع آخر؟ عد إلى الكشف واختر عمود الكشف السابق.',
    importAll: (lines) => `استيراد الكل (${formatCount(lines)})`,
    importOthers: (lines) => `استيراد الأسطر الأخرى فقط (${formatCount(lines)})`,
    back: 'العودة إلى الكشف',
    nothing: 'هذه الأسطر مستوردة كلها',
    done: (lines) => `الأسطر المستوردة: ${formatCount(lines)}`,
    doneDays: 'حُفظ الكشف',
    failed: 'لم يُستورد الكشف',
  },
};
