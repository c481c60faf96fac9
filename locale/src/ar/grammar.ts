import { grouped } from '../format-parts.ts';

/** The five forms of a counted noun: 1 and 2 contain their number, 3 to 10, 11 to 99, and hundreds. */
export type Noun = readonly [one: string, two: string, few: string, many: string, other: string];

const rules = new Intl.PluralRules('ar');

/** A number with its noun: `كود واحد`, `كودان`, `3 أكواد`, `11 كودًا`, `100 كود`. @param written the number, when it is not the whole count */
export function counted(
  count: number,
  [one, two, few, many, other]: Noun,
  written = grouped(String(count)),
): string {
  const forms = { zero: other, one, two, few, many, other };
  const form = rules.select(count);
  return form === 'one' || form === 'two' ? forms[form] : `${written}\u00a0${forms[form]}`;
}

/** The same after a preposition or as an object: `كودين`. */
export const countedAfter = (count: number, noun: Noun, written?: string): string => {
  const text = counted(count, noun, written);
  return rules.select(count) === 'two' ? text.replace(/ان(?=\s|$)/, 'ين').replace(/تا(?=\s)/, 'تي') : text;
};

/** A text that reads from left to right inside a sentence: an amount, a phone number, a reference. Does what `<bdi dir="ltr">` does. */
export const ltr = (text: string | number): string => `\u2066${text}\u2069`;

/** A name or a stored text inside a sentence: it reads in the direction of its own first letter, figures from left to right. */
export const own = (text: string): string => `\u2068${text}\u2069`;

export const nouns = {
  account: ['حساب واحد', 'حسابان', 'حسابات', 'حسابًا', 'حساب'],
  administrator: ['مسؤول واحد', 'مسؤولان', 'مسؤولين', 'مسؤولًا', 'مسؤول'],
  character: ['حرف واحد', 'حرفان', 'أحرف', 'حرفًا', 'حرف'],
  claim: ['شكوى واحدة', 'شكويان', 'شكاوى', 'شكوى', 'شكوى'],
  code: ['كود واحد', 'كودان', 'أكواد', 'كودًا', 'كود'],
  customer: ['زبون واحد', 'زبونان', 'زبائن', 'زبونًا', 'زبون'],
  day: ['يوم واحد', 'يومان', 'أيام', 'يومًا', 'يوم'],
  device: ['جهاز واحد', 'جهازان', 'أجهزة', 'جهازًا', 'جهاز'],
  hour: ['ساعة واحدة', 'ساعتان', 'ساعات', 'ساعة', 'ساعة'],
  line: ['سطر واحد', 'سطران', 'أسطر', 'سطرًا', 'سطر'],
  message: ['رسالة واحدة', 'رسالتان', 'رسائل', 'رسالة', 'رسالة'],
  minute: ['دقيقة واحدة', 'دقيقتان', 'دقائق', 'دقيقة', 'دقيقة'],
  offer: ['عرض واحد', 'عرضان', 'عروض', 'عرضًا', 'عرض'],
  operation: ['عملية واحدة', 'عمليتان', 'عمليات', 'عملية', 'عملية'],
  otherOffer: ['عرض آخر', 'عرضان آخران', 'عروض أخرى', 'عرضًا آخر', 'عرض آخر'],
  price: ['سعر واحد', 'سعران', 'أسعار', 'سعرًا', 'سعر'],
  product: ['منتج واحد', 'منتجان', 'منتجات', 'منتجًا', 'منتج'],
  purchase: ['عملية شراء واحدة', 'عمليتا شراء', 'عمليات شراء', 'عملية شراء', 'عملية شراء'],
  request: ['طلب واحد', 'طلبان', 'طلبات', 'طلبًا', 'طلب'],
  reseller: ['بائع واحد', 'بائعان', 'بائعين', 'بائعًا', 'بائع'],
  second: ['ثانية واحدة', 'ثانيتان', 'ثوانٍ', 'ثانية', 'ثانية'],
  ticket: ['تذكرة واحدة', 'تذكرتان', 'تذاكر', 'تذكرة', 'تذكرة'],
  transaction: ['معاملة واحدة', 'معاملتان', 'معاملات', 'معاملة', 'معاملة'],
  unread: [
    'إشعار غير مقروء',
    'إشعاران غير مقروءين',
    'إشعارات غير مقروءة',
    'إشعارًا غير مقروء',
    'إشعار غير مقروء',
  ],
} as const satisfies Readonly<Record<string, Noun>>;
