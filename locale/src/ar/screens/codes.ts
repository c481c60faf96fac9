import type { codes as french } from '../../fr/screens/codes.ts';
import { formatCount, formatDate } from '../formats.ts';
import { counted, countedAfter, ltr, nouns, own } from '../grammar.ts';
import type { Translated } from '../translated.ts';

const offerName = ({
  productName,
  offerName,
}: {
  readonly productName: string;
  readonly offerName: string;
}) => `«${own(productName)} – ${own(offerName)}»`;

function soldOn(first: string, last: string): string {
  const [from, to] = [formatDate(first), formatDate(last)];
  return from === to ? `في ${from}` : `من ${from} إلى ${to}`;
}

const otherLines = ['سطر آخر', 'سطران آخران', 'أسطر أخرى', 'سطرًا آخر', 'سطر آخر'] as const;

const refusedSource = (file: string | null) => (file ? `«${own(file)}»` : 'هذا النص');

/** Import and export of codes. */
export const codes: Translated<typeof french> = {
  importAction: 'استيراد أكواد',
  exportAction: 'تصدير الأكواد',
  stock: (count) => counted(count, nouns.code),
  stockLabel: 'المخزون',
  kept: (count) => `${counted(count, nouns.code)} للتسجيل مع المنتج`,
  title: (offer) => `استيراد أكواد – ${own(offer)}`,
  field: 'الأكواد',
  fieldHint: 'كود في كل سطر، أو رسالة، أو أسطر منسوخة من جدول.',
  drop: `ضع ملفًا نصيًا أو ${ltr('.csv')} أو ${ltr('.xlsx')}`,
  choose: 'اختيار ملف',
  dropHere: 'ضع الملف هنا',
  removeFile: 'إزالة الملف',
  sheet: (file) => `ورقة من «${own(file)}»`,
  sheetHint: 'في عدة أوراق أكواد: اختر الورقة الخاصة بهذا العرض.',
  chooseSheet: 'اختيار ورقة',
  pasted: 'نص ملصق',
  unreadableFile: 'تعذرت قراءة الملف',
  tooLargeFile: `الملف كبير جدًا (${ltr('64 MB')} على الأكثر)`,
  counts: {
    lines: 'الأسطر',
    fresh: 'للاستيراد',
    duplicates: 'المكررة',
    leftOut: 'المتروكة',
  },
  refused: {
    webPage: (file) => `${refusedSource(file)} صفحة ويب وليس قائمة أكواد. اطلب الملف، أو انسخ الجدول وحده.`,
    noText: (file) =>
      `${refusedSource(file)} ليس نصًا ولا جدولًا (${ltr('.txt')}، ${ltr('.csv')}، ${ltr('.xlsx')}): لا تُقرأ الصور ولا ملفات PDF.`,
    oldWorkbook: (file) =>
      `${refusedSource(file)} جدول قديم (${ltr('.xls')}). احفظه بصيغة ${ltr('.xlsx')}، ثم اختره من جديد.`,
    damagedWorkbook: (file) => `${refusedSource(file)} جدول تالف أو محمي بكلمة سر.`,
    data: (file) => `${refusedSource(file)} فيه بيانات برنامج، وليس قائمة أكواد.`,
    noCodes: (file) => `${refusedSource(file)} لا يحتوي على أي كود يمكن التعرف عليه.`,
  },
  preview: {
    caption: 'ما فُهم من القائمة',
    line: 'السطر',
    verdict: 'ملاحظة',
    column: (position, name) => (name ? `العمود ${position} «${own(name)}»` : `العمود ${position}`),
    meaning: (column) => `محتوى ${column}`,
    roles: {
      code: 'الكود',
      pin: 'PIN',
      serial: 'الرقم التسلسلي',
      expiry: 'تاريخ الانتهاء',
      price: 'السعر',
      ignored: 'متروك',
    },
    questions: {
      column: 'أي عمود يحتوي على الأكواد المعروضة للبيع؟',
      kind: 'في هذه القائمة أكواد عدة عروض. أيها لهذا العرض؟',
    },
    kind: (name, count) => `${own(name)} (${formatCount(count)})`,
    allKinds: 'كل الأسطر',
    chosen: 'اخترت عمود الأكواد؛ يمكن تغييره فوق الجدول.',
    leftOut: (count) => `الأسطر المتروكة: ${formatCount(count)}`,
    taken: (count) => `الأسطر المعتمدة: ${formatCount(count)}`,
    more: (count) => `… و${counted(count, otherLines)}`,
    take: (text, reason) => `استيراد ${ltr(text)} رغم ذلك: ${reason}`,
    destroyed: 'أتلف برنامج الجداول أرقامًا في هذا الملف',
    destroyedText: `عدد مثل ${ltr('1,23457E+15')} لم يعد هو الكود. اطلب الملف الأصلي، دون فتحه في برنامج الجداول.`,
    reasons: {
      destroyed: 'أتلفه برنامج الجداول',
      rounded: 'هل ضاعت الأرقام الأخيرة؟',
      zeros: 'هل ضاعت الأصفار الأولى؟',
      total: 'مجموع',
      expired: 'منتهي الصلاحية',
      spent: 'مستعمل أو مباع حسب القائمة',
      hidden: 'مخفي في الجدول',
      missing: 'دون كود',
      impossible: 'لا يمكن أن يكون كودًا',
      heading: 'عنوان عمود',
      date: 'تاريخ انتهاء غير مقروء',
      note: 'نص، وليس كودًا؟',
      several: 'عدة أكواد؟',
      length: 'طوله يختلف عن غيره',
      alphabet: 'حروفه تختلف عن غيره',
      groups: 'تقسيمه يختلف عن غيره',
      prefix: 'بدايته تختلف عن غيره',
    },
  },
  alreadyKnown: ({ repeated, inOffer, inOtherOffers, sold }) => [
    ...(repeated > 0 ? [`مكرر في القائمة: ${formatCount(repeated)}`] : []),
    ...(inOffer > 0 ? [`موجود في هذا العرض: ${formatCount(inOffer)}`] : []),
    ...inOtherOffers.map((offer) => `موجود في ${offerName(offer)}: ${formatCount(offer.count)}`),
    ...sold.map(
      (offer) =>
        `سبق بيعه في ${offerName(offer)}، ${soldOn(offer.firstSoldAt, offer.lastSoldAt)}: ${formatCount(offer.count)}`,
    ),
  ],
  alreadyKnownTitle: 'أكواد معروفة سابقًا',
  countsNote: 'المكررة لا تُستورد.',
  checking: 'جارٍ التحقق من الأكواد…',
  checkFailed: 'تعذر التحقق؛ يبقى الاستيراد ممكنًا.',
  submit: 'استيراد',
  submitCount: (count, column) =>
    `استيراد ${countedAfter(count, nouns.code)}${column ? ` من العمود ${column}` : ''}`,
  cancel: 'إلغاء',
  sending: (percent) => `إرسال الأكواد: ${ltr(`${percent} %`)}`,
  sendingNote: 'الإلغاء الآن لا يسجل شيئًا.',
  sendingPartNote: 'الإلغاء يحتفظ بالأجزاء المسجّلة.',
  part: (part, parts) => `الجزء ${part} من ${parts}.`,
  partly: (part, parts) => `توقف الاستيراد بعد الجزء ${part} من ${parts}`,
  writing: 'جارٍ تسجيل الأكواد…',
  writingNote: 'تُسجَّل كل الأكواد معًا، أو لا شيء.',
  writingPartNote: 'تُسجَّل كل أكواد هذا الجزء معًا، أو لا شيء.',
  cancelled: 'أُلغي الاستيراد',
  cancelledText: 'لم يُسجَّل أي كود',
  lost: 'ضاع الجواب. العدّ يبيّن ما سُجّل.',
  missing: 'الأكواد ناقصة',
  missingText: 'أدخل الأكواد المراد استيرادها',
  nothingNew: 'لا يوجد أي كود جديد',
  leftOut: (count) => `الأكواد المتروكة: ${formatCount(count)}`,
  invalid: 'أكواد غير صالحة',
  currencyInvalid: `العملة: ثلاثة أحرف، مثل ${ltr('USD')} أو ${ltr('EUR')}`,
  invalidText: 'لم يُعثر على كود صالح',
  importFailed: 'خطأ في الاستيراد',
  done: 'استُوردت الأكواد',
  doneText: (count) => `الأكواد المستوردة بنجاح: ${count}`,
  summary: {
    title: 'ملخص الاستيراد',
    imported: 'المستوردة',
    duplicates: 'المكررة المتروكة',
    invalid: 'الأسطر المتروكة',
    stock: 'المخزون',
    close: 'إغلاق الملخص',
  },
  exported: 'صُدّرت الأكواد',
  exportFailed: 'خطأ في التصدير',
  none: 'لا يوجد كود متاح لهذا العرض',
  withheld: {
    waiting: (count, more) =>
      more
        ? `أكثر من ${countedAfter(count, nouns.code)} خارج البيع`
        : `الأكواد الخارجة من البيع: ${formatCount(count)}`,
    waitingText:
      'مكررة أو غير مقروءة: استبعدها، أو أعد إلى البيع ما لم تعد نسخته الأخرى موجودة وما صار مقروءًا من جديد.',
    open: 'اتخاذ قرار',
    title: 'أكواد خارج البيع',
    caption: 'أكواد خارج البيع',
    column: 'الاختيار',
    id: 'الكود',
    number: (id) => `رقم ${ltr(id)}`,
    offer: 'العرض',
    importedAt: 'تاريخ الاستيراد',
    reason: 'السبب',
    unreadable: 'غير مقروء: لا يفتحه أي مفتاح؛ يمكن استيراد نفس الكود من جديد',
    sold: (offer, date) => `مكرر، بيع في ${date}، ${own(offer)}`,
    forSale: (offer) => `مكرر، في المخزون، ${own(offer)}`,
    gone: 'محذوف: يمكن إعادته إلى البيع',
    offerName: (product, offer) => `${own(product)} – ${own(offer)}`,
    empty: 'لا يوجد كود للمعالجة',
    failed: 'تعذر تحميل الأكواد الخارجة من البيع',
  },
};
