import type { counter as french } from '../../fr/screens/counter.ts';
import { counted, countedAfter, nouns } from '../grammar.ts';
import type { Translated } from '../translated.ts';

/** The counter: quantity, quick sales, the sheet of codes, tickets. Loaded when one of them is opened. */
export const counter: Translated<typeof french> = {
  bought: {
    title: (count) => (count > 1 ? `أكوادك: ${count}` : 'كودك'),
    newBalance: 'الرصيد الجديد',
    paid: 'المدفوع',
    customerPrice: 'السعر للزبون',
    onPaper: 'يُطبع الكود على تذكرته من «طباعة».',
    success: 'تم الشراء بنجاح!',
    boughtAt: 'تاريخ الشراء:',
    kept: (count, list) =>
      count > 1 ? `تبقى هذه الأكواد متاحة في «${list}».` : `يبقى هذا الكود متاحًا في «${list}».`,
  },
  installation: {
    title: 'ثبّت Almas على هذا الجهاز',
    text: 'أيقونة لفتحه، وآخر عملياتك حتى دون شبكة.',
    action: 'تثبيت',
  },
  quantity: {
    title: 'شراء أكواد',
    label: 'عدد الأكواد',
    less: 'إنقاص كود',
    more: 'زيادة كود',
    unitPrice: 'سعر الكود',
    total: 'المجموع',
    balanceAfter: 'الرصيد بعد الشراء',
    aboveCap: 'يتجاوز هذا المجموع سقف يومك.',
    buy: (count, total) =>
      count > 1
        ? `شراء ${countedAfter(count, nouns.code)}:\u00a0${total}`
        : `شراء ${countedAfter(count, nouns.code)}`,
    buyNone: 'شراء',
    range: (most) => (most > 1 ? `اختر من 1 إلى ${most}.` : 'كود واحد فقط ممكن.'),
    stock: (count) => `في المخزون: ${counted(count, nouns.code)}.`,
    newPrice: 'تغيّر السعر: تحقّق من المجموع.',
    gone: 'لم يعد هذا العرض للبيع.',
  },
  quickSales: {
    pin: 'تثبيت في البيع السريع',
    pinFailed: 'خطأ أثناء الحفظ',
  },
};
