import type { batch as french } from '../../fr/screens/batch.ts';
import { countedAfter, nouns } from '../grammar.ts';
import type { Translated } from '../translated.ts';

/** Several things decided in one go: what was chosen, and what became of each. */
export const batch: Translated<typeof french> = {
  select: (name) => `تحديد ${name}`,
  selectAll: (count) => `تحديد الكل (${count})`,
  clear: 'إلغاء التحديد',
  chosen: (count) => `المحدد: ${count}`,
  total: (amount) => `المجموع: ${amount}`,
  each: 'يُسجَّل كل قرار على حدة، بنتيجته.',
  results: 'النتائج',
  waiting: 'لم يُرسل بعد',
  unanswered: 'ضاع الجواب، وربما سُجّل: «متابعة» تتحقق منه',
  running: 'جارٍ…',
  progress: (done, all) => `${done} من ${all}`,
  summary: (done, failed) =>
    failed === 0 ? `القرارات المسجّلة: ${done}` : `القرارات المسجّلة: ${done}، المرفوضة: ${failed}`,
  goOn: 'متابعة',
  requests: {
    approve: 'قبول المحدد',
    approveTitle: (count) => `قبول ${countedAfter(count, nouns.request)}`,
    approved: 'مقبول',
    reject: 'رفض المحدد',
    rejectTitle: (count) => `رفض ${countedAfter(count, nouns.request)}`,
    rejected: 'مرفوض',
    reason: 'سبب الرفض',
  },
  withheld: {
    discard: 'استبعاد المحدد',
    discardTitle: (count) => `استبعاد ${countedAfter(count, nouns.code)}`,
    discarded: 'مستبعد',
    release: 'إعادة المحدد إلى البيع',
    releaseTitle: (count) => `إعادة ${countedAfter(count, nouns.code)} إلى البيع`,
    released: 'أُعيد إلى البيع',
    failed: 'خطأ في المعالجة',
  },
  accounts: {
    column: 'الاختيار',
    activate: 'تفعيل المحدد',
    activateTitle: (count) => `تفعيل ${countedAfter(count, nouns.account)}`,
    activated: 'مفعّل',
    refuse: 'رفض المحدد',
    refuseTitle: (count) => `رفض ${countedAfter(count, nouns.account)}`,
    refused: 'مرفوض',
    reason: 'السبب (اختياري)',
  },
};
