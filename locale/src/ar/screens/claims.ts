import type { claims as french } from '../../fr/screens/claims.ts';
import { formatAmount, formatCount } from '../formats.ts';
import { counted, countedAfter, ltr, nouns, own } from '../grammar.ts';
import type { Translated } from '../translated.ts';

const times = (count: number) =>
  counted(count, ['مرة واحدة', 'مرتان', 'مرات', 'مرة', 'مرة']).replace('مرتان', 'مرتين');

/** Codes that did not work: claims of resellers, decisions of administrators, and what suppliers owe for them. */
export const claims: Translated<typeof french> = {
  title: 'الشكاوى',
  failed: 'تعذر تحميل الشكاوى',
  which: ({ position, of }) => (of > 1 ? `الكود ${position} من ${of}` : 'كود وحيد'),
  reasons: {
    invalid: 'كود غير صالح',
    used: 'سبق استعماله',
    wrong_region: 'منطقة خاطئة',
    other: 'سبب آخر',
  },
  statuses: { open: 'في الانتظار', replaced: 'مستبدل', credited: 'أُعيد ثمنه', refused: 'مرفوضة' },
  note: 'توضيح',
  replacedCode: (position) => `الكود ${position} استُبدل، لا يُعطى بعد الآن:`,
  creditedCode: (position) => `الكود ${position} أُعيد ثمنه، لا يُعطى بعد الآن:`,
  purchase: (id) => `شراء رقم ${ltr(id)}`,

  form: {
    open: 'تقديم شكوى',
    title: 'شكوى عن أكواد مرفوضة',
    codes: 'الأكواد المرفوضة',
    named: ({ position, of }) => (of > 1 ? `الكود ${position} من ${of}` : 'الكود'),
    reason: 'ماذا حدث؟',
    noteHint: 'الرسالة المعروضة، ساعة المحاولة',
    photo: 'صورة الرفض (اختيارية)',
    photoPreview: 'صورة الرفض كما ستُرسل',
    send: (codes) => `شكوى عن ${countedAfter(codes, nouns.code)}`,
    sent: (codes) => `أُرسلت الشكوى عن ${countedAfter(codes, nouns.code)}`,
    failed: 'تعذر إرسال الشكوى',
  },
  badges: {
    open: 'عليه شكوى',
    replaced: 'مستبدل',
    credited: 'أُعيد ثمنه',
    refused: 'شكوى مرفوضة',
  },

  own: {
    title: 'شكاواي',
    open: 'عرض كل الشكاوى',
    empty: 'لا توجد شكاوى',
    emptyText: 'تُقدَّم الشكوى عن كود مرفوض من أكواد شرائه.',
    credited: (amount) => `أُعيد ${formatAmount(amount)} إلى رصيدك`,
    replaced: 'الكود الجديد في عملية الشراء.',
    seeCodes: 'عرض الأكواد',
    answer: (note) => `الجواب: ${note}`,
  },

  panel: {
    nothing: 'لا توجد شكاوى في الانتظار',
    oldest: 'الأقدم:',
    queue: 'للمعالجة',
    decided: 'تمت معالجتها',
    suppliers: 'للمطالبة عند المورّد',
  },
  tabs: { label: 'عرض', queue: 'للمعالجة', decided: 'تمت معالجتها', suppliers: 'عند المورّد' },
  queue: {
    empty: 'لا توجد شكاوى في الانتظار',
    emptyText: 'عندما يشتكي بائع من كود مرفوض، تصل شكواه إلى هنا.',
    replace: 'استبدال',
    credit: 'إعادة الثمن',
    refuse: 'رفض',
    replaceTitle: 'هل تريد استبدال هذا الكود؟',
    replaceText: (offer, stock) =>
      `يأخذ البائع كودًا من المعروض للبيع في ${own(offer)}، ضمن الشراء نفسه. الباقي للبيع: ${counted(stock, nouns.code)}.`,
    noStock: 'لا يوجد كود للبيع لهذا العرض: أعد الثمن، أو استورد أولًا.',
    creditTitle: 'هل تريد إعادة ثمن هذا الكود؟',
    creditText: (amount, name) => `يُعاد ${formatAmount(amount)} إلى رصيد ${own(name)}.`,
    refuseTitle: 'هل تريد رفض هذه الشكوى؟',
    refuseText: (name) => `سيقرأ ${own(name)} هذا السبب.`,
    refuseReason: 'سبب الرفض',
    done: { replaced: 'استُبدل الكود', credited: 'أُعيد ثمن الكود', refused: 'رُفضت الشكوى' },
    decideFailed: 'تعذرت معالجة الشكوى',
    decisionLost: 'ضاع الجواب. تبيّن القائمة هل عولجت الشكوى.',
    rate: (claimed, bought) =>
      `${counted(claimed, nouns.claim)} من أصل ${countedAfter(bought, nouns.code)} خلال 30 يومًا`,
    highRate: `نسبة مرتفعة (أكثر من ${ltr('2 %')})`,
    disclosed: 'انتشار الكود',
    never: 'لم يُنسخ ولم يُشارك ولم يُطبع',
    times: {
      reveal: (count) => `عُرض ${times(count)}`,
      copy: (count) => `نُسخ ${times(count)}`,
      share: (count) => `تمت مشاركته ${times(count)}`,
      print: (count) => `طُبع ${times(count)}`,
    },
    repeated: 'انتشر أكثر من مرة',
    seeDisclosures: 'عرض الانتشار',
    seeCodes: 'عرض الأكواد',
    seePhoto: 'عرض الصورة',
    boughtOn: 'تاريخ الشراء',
  },
  decided: {
    label: 'القرار',
    which: { decided: 'الكل', replaced: 'المستبدلة', credited: 'التي أُعيد ثمنها', refused: 'المرفوضة' },
    empty: 'لا توجد شكاوى تمت معالجتها',
    emptyText: 'تظهر هنا الشكاوى التي استُبدل كودها أو أُعيد ثمنه، والشكاوى المرفوضة.',
    by: (name) => `من طرف ${name}`,
  },
  suppliers: {
    empty: 'لا شيء للمطالبة به',
    emptyText: 'تظهر هنا الأكواد المستبدلة أو التي أُعيد ثمنها، حسب الدفعة.',
    text: 'تكلفة الأكواد المستبدلة والتي أُعيد ثمنها، حسب الدفعة. التصدير يحتوي على الأكواد كاملة: يُسجَّل في السجل.',
    codes: (count) => counted(count, nouns.code),
    split: (replaced, credited) =>
      [
        replaced > 0 && `مستبدل: ${formatCount(replaced)}`,
        credited > 0 && `أُعيد ثمنه: ${formatCount(credited)}`,
      ]
        .filter(Boolean)
        .join('، '),
    shown: { label: 'أكواد المورّد', owed: 'للمطالبة', settled: 'المسوّاة' },
    settle: 'تسجيل التسوية',
    settleName: (id) => `تسجيل تسوية الدفعة رقم ${ltr(id)}`,
    settleTitle: 'المورّد سوّى ما عليه',
    settleText: (codes, id) =>
      `لن يُطالَب بعد الآن بما يلي من الدفعة رقم ${ltr(id)}: ${counted(codes, nouns.code)}. التسوية المسجّلة لا تُمحى.`,
    settleAmount: 'المبلغ المردود',
    settleNoteHint: 'رقم إشعار الدائن، أو الأكواد التي أعطاها بدلًا منها',
    settled: 'سُجّلت التسوية',
    settleFailed: 'لم تُسجَّل التسوية',
    settleLost: 'ضاع الرد. تُظهر «المسوّاة» هل سُجّلت التسوية.',
    noneSettled: 'لا تسوية مسجّلة',
    unknownCost: 'تكلفة مجهولة',
    noSupplier: 'مورّد غير معروف',
    noBatch: 'دون دفعة',
    batch: (id, label) => (label ? `الدفعة رقم ${ltr(id)}، ${label}` : `الدفعة رقم ${ltr(id)}`),
  },
};
