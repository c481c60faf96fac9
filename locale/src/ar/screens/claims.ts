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
    used: 'مستعمل من قبل',
    wrong_region: 'منطقة خاطئة',
    other: 'سبب آخر',
  },
  statuses: { open: 'في الانتظار', replaced: 'مستبدل', credited: 'معوَّض', refused: 'مرفوضة' },
  note: 'توضيح',
  replacedCode: (position) => `الكود ${position} استُبدل، لا يُعطى بعد الآن:`,
  purchase: (id) => `شراء رقم ${ltr(id)}`,

  form: {
    open: 'تقديم شكوى',
    title: 'شكوى عن أكواد مرفوضة',
    codes: 'الأكواد المرفوضة',
    named: ({ position, of }) => (of > 1 ? `الكود ${position} من ${of}` : 'الكود'),
    reason: 'ما الذي حدث',
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
    credited: 'معوَّض',
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
    oldest: 'الأقدم تنتظر منذ',
    queue: 'للمعالجة',
    decided: 'المعالجة',
    suppliers: 'للمطالبة عند المورّد',
  },
  tabs: { label: 'عرض', queue: 'للمعالجة', decided: 'المعالجة', suppliers: 'عند المورّد' },
  queue: {
    empty: 'لا توجد شكاوى في الانتظار',
    emptyText: 'عندما يشتكي بائع من كود مرفوض، تصل شكواه إلى هنا.',
    replace: 'استبدال',
    credit: 'تعويض',
    refuse: 'رفض',
    replaceTitle: 'هل تستبدل هذا الكود؟',
    replaceText: (offer, stock) =>
      `يصبح كود ${own(offer)} من المعروض للبيع له، في نفس الشراء. يبقى ${counted(stock, nouns.code)} للبيع.`,
    noStock: 'لا يوجد كود للبيع لهذا العرض: عوّض، أو استورد أولًا.',
    creditTitle: 'هل تعوّض هذا الكود؟',
    creditText: (amount, name) => `يعود ${formatAmount(amount)} إلى رصيد ${name}.`,
    refuseTitle: 'هل ترفض هذه الشكوى؟',
    refuseText: (name) => `سيقرأ ${name} هذا السبب.`,
    refuseReason: 'سبب الرفض',
    done: { replaced: 'استُبدل الكود', credited: 'عُوّض الكود', refused: 'رُفضت الشكوى' },
    decideFailed: 'تعذرت معالجة الشكوى',
    decisionLost: 'ضاع الجواب. تبين القائمة هل عولجت الشكوى.',
    rate: (claimed, bought) =>
      `${counted(claimed, nouns.claim)} من أصل ${countedAfter(bought, nouns.code)} خلال 30 يومًا`,
    highRate: 'نسبة مرتفعة (أكثر من 2 %)',
    disclosed: 'انتشار الكود',
    never: 'لم يُنسخ ولم يُشارك ولم يُطبع',
    times: {
      reveal: (count) => `عُرض ${times(count)}`,
      copy: (count) => `نُسخ ${times(count)}`,
      share: (count) => `شورك ${times(count)}`,
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
    which: { decided: 'الكل', replaced: 'المستبدلة', credited: 'المعوَّضة', refused: 'المرفوضة' },
    empty: 'لا توجد شكاوى معالجة',
    emptyText: 'تظهر هنا الشكاوى المستبدلة أو المعوَّضة أو المرفوضة.',
    by: (name) => `من طرف ${name}`,
  },
  suppliers: {
    empty: 'لا شيء للمطالبة به',
    emptyText: 'تظهر هنا الأكواد المستبدلة أو المعوَّضة حسب الدفعة.',
    text: 'تكلفة الأكواد المستبدلة والمعوَّضة حسب الدفعة. التصدير يحتوي على الأكواد كاملة: يُسجَّل في السجل.',
    codes: (count) => counted(count, nouns.code),
    split: (replaced, credited) =>
      [replaced > 0 && `مستبدل: ${formatCount(replaced)}`, credited > 0 && `معوَّض: ${formatCount(credited)}`]
        .filter(Boolean)
        .join('، '),
    unknownCost: 'تكلفة غير معروفة',
    noSupplier: 'مورّد غير معروف',
    noBatch: 'دون دفعة',
    batch: (id, label) => (label ? `الدفعة رقم ${ltr(id)}، ${label}` : `الدفعة رقم ${ltr(id)}`),
  },
};
