import type { receiptPrinter as french } from '../../fr/screens/receipt-printer.ts';
import type { Translated } from '../translated.ts';

/** Printing on a receipt printer without the browser's print dialog. Loaded with the ticket where the browser can. */
export const receiptPrinter: Translated<typeof french> = {
  title: 'طابعة التذاكر',
  choose: 'طابعة التذاكر',
  chooseText: 'اختر كيف تتصل الطابعة بهذا الجهاز. بعدها يسأل المتصفح عن الطابعة، مرة واحدة.',
  connections: {
    serial: { name: 'بلوتوث أو منفذ تسلسلي', hint: 'طابعة سبق اقترانها بهذا الجهاز.' },
    usb: { name: 'كابل USB', hint: 'طابعة موصولة بهذا الجهاز.' },
    bluetooth: {
      name: 'بلوتوث منخفض الطاقة',
      hint: 'طابعة دون اقتران، مشغّلة وقريبة.',
    },
  },
  print: 'الطباعة على طابعة التذاكر',
  change: 'تغيير الطابعة',
  chosen: 'اختيرت الطابعة',
  forget: 'نسيان هذه الطابعة',
  nothingPrinted: 'لم يُطبع شيء.',
  faults: {
    'not-chosen': 'لم تُختر أي طابعة.',
    refused: 'رفض المتصفح الوصول إلى الطابعة. اطبع من المتصفح.',
    silent: 'الطابعة لا تجيب: تحقّق من أنها مشغّلة وموصولة وغير مستعملة، أو اطبع من المتصفح.',
  },
  unprintableCode: 'في هذا الكود حرف لا تدعمه طابعة التذاكر. اطبع من المتصفح.',
  interrupted: (mark) => `توقفت الطابعة وقد تكون التذكرة ناقصة. سُجّلت (${mark}): ستكون التالية نسخة.`,
};
