import type { codeSheet as french } from '../../fr/screens/code-sheet.ts';
import { formatAmount } from '../formats.ts';
import { counted, countedAfter, ltr, nouns } from '../grammar.ts';
import type { Translated } from '../translated.ts';

/** The sheet of codes shown to a customer, its ticket and the list of what left of a purchase. Loaded when it is opened. */
export const codeSheet: Translated<typeof french> = {
  title: 'أكواد تُعرض على الزبون',
  open: 'ملء الشاشة',
  position: (at, of) => `الكود ${at} من ${of}`,
  previous: 'الكود السابق',
  next: 'الكود التالي',
  copy: 'نسخ',
  copyAll: 'نسخ الكل',
  share: 'مشاركة',
  print: 'طباعة',
  history: 'السجل',
  copied: 'نُسخ الكود',
  allCopied: 'نُسخت الأكواد',
  shareRefused: 'رفض المتصفح المشاركة. اضغط مرة أخرى.',
  // The code on a line of its own, without marks of direction: they would be copied with it.
  shareText: (what, codes, how) =>
    [
      what,
      ...codes.flatMap(({ code, serial }) => [`الكود:\n${code}`, serial && `الرقم التسلسلي:\n${serial}`]),
      ...how,
    ]
      .filter(Boolean)
      .join('\n'),
  unreadable: {
    title: 'تعذر عرض هذا الكود.',
    text: (purchaseId) => `لم يضِع شيء: شراؤك مسجّل. اتصل بالمسؤول وأعطِ رقم الشراء ${ltr(purchaseId)}.`,
    administrator: 'لا يُفتح هذا الكود بأي مفتاح. تحقّق من مفاتيح الأكواد، أو أعد للمشتري ثمن هذا الكود.',
    copiedWithout: (count) => `نُسخت الأكواد، وتعذر عرض ${countedAfter(count, nouns.code)}`,
  },
  ticket: {
    title: 'معاينة التذكرة',
    note: 'أول طباعة هي الأصل، وكل طباعة بعدها نسخة مكررة. دون طابعة يحوّلها المتصفح إلى PDF.',
    print: 'طباعة',
    afterSale: 'الطباعة بعد البيع',
    afterSaleHint: 'على هذا الجهاز، تُفتح التذكرة فور شراء كود.',
    nothingPrinted: 'لم يُطبع شيء.',
    sent: (mark) => `أُرسل إلى الطباعة: ${mark}`,
    original: 'الأصل',
    duplicate: (number) => `نسخة مكررة رقم ${number}`,
    code: 'الكود',
    serial: (serial) => `الرقم التسلسلي: ${ltr(serial)}`,
    position: (at, of) => `الكود ${at} من ${of}`,
    split: 'التذاكر',
    splits: { together: 'تذكرة واحدة', perCode: 'تذكرة لكل كود' },
    several: (count) =>
      count > 1 ? `${counted(count, nouns.ticket)}، واحدة لكل كود. هذه هي الأولى.` : 'تذكرة لكود واحد.',
    missing: (count) => `أكواد ناقصة هنا من هذا الشراء: ${count}`,
    redeem: (site) => `يُستعمل على ${ltr(site)}`,
    redeemInGame: 'أدخل هذا الكود في اللعبة أو على موقعها.',
    price: (count, price) =>
      count > 1
        ? `${count} × ${formatAmount(price)} = ${formatAmount(Math.round(price * 100 * count) / 100)}`
        : `السعر: ${formatAmount(price)}`,
    date: 'التاريخ',
    number: 'شراء رقم',
  },
  disclosures: {
    title: 'النسخ والطباعة',
    empty: 'لم يُنسخ ولم يُشارك ولم يُطبع شيء',
    emptyText: 'كل نسخ أو مشاركة أو طباعة لهذه الأكواد تُسجّل هنا.',
    copy: (number) => `عملية نسخ رقم ${number}`,
    share: (number) => `مشاركة رقم ${number}`,
    reveal: (number) => `اطلاع رقم ${number}`,
    ofCode: (position, of) => `الكود ${position} من ${of}`,
    original: 'طباعة الأصل',
    duplicate: (number) => `طباعة النسخة المكررة رقم ${number}`,
    administrator: 'من طرف مسؤول',
  },
};
