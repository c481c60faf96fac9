import type { brakes as french } from '../../fr/screens/brakes.ts';
import { formatAmount } from '../formats.ts';
import type { Translated } from '../translated.ts';

/** A frozen account, the ceiling of its day, and what a person should look at. */
export const brakes: Translated<typeof french> = {
  freeze: 'تجميد الحساب',
  unfreeze: 'رفع التجميد',
  frozen: 'جُمّد الحساب: الرصيد محفوظ',
  unfrozen: 'رُفع تجميد الحساب',
  freezeFailed: 'تعذر تغيير هذا الحساب',
  badge: 'مجمّد',
  frozenSince: 'مجمّد منذ',
  ceiling: {
    action: 'سقف اليوم',
    title: (name) => `سقف اليوم للبائع ${name}`,
    label: 'الإنفاق في اليوم (DA)',
    hint: 'فارغ: دون سقف. هو حد تقريبي: قد تتجاوزه مبيعات جارية في نفس اللحظة.',
    fact: 'سقف اليوم',
    value: (ceiling, spent) =>
      ceiling === null
        ? `دون سقف (${formatAmount(spent)} اليوم)`
        : `${formatAmount(ceiling)} (${formatAmount(spent)} اليوم)`,
    save: 'حفظ',
    saved: 'حُفظ سقف اليوم',
    failed: 'تعذر تغيير سقف اليوم',
  },
  flags: {
    title: 'للنظر فيه',
    text: 'التنبيه لا يمنع شيئًا: انظر، ثم اتصل أو جمّد أو اترك.',
    kinds: { fast_hour: 'ساعة غير معتادة', new_device: 'شراء كبير، جهاز جديد' },
    said: (amount, usual) => `${formatAmount(amount)} بدل ${formatAmount(usual)} عادة`,
    see: 'رأيته',
    seen: 'سُجّل أنك رأيت التنبيه',
    seeFailed: 'تعذر التسجيل',
  },
};
