import { byteSize } from '../../format-parts.ts';
import type { health as french } from '../../fr/screens/health.ts';
import { counted, countedAfter, ltr, nouns } from '../grammar.ts';
import type { Translated } from '../translated.ts';

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

const size = (bytes: number): string => ltr(byteSize(bytes, units));

function duration(seconds: number): string {
  if (seconds < 60) return countedAfter(seconds, nouns.second);
  if (seconds < 3_600) return countedAfter(Math.floor(seconds / 60), nouns.minute);
  if (seconds < 86_400) {
    const hours = countedAfter(Math.floor(seconds / 3_600), nouns.hour);
    const minutes = Math.floor((seconds % 3_600) / 60);
    return minutes > 0 ? `${hours} و${countedAfter(minutes, nouns.minute)}` : hours;
  }
  return countedAfter(Math.floor(seconds / 86_400), nouns.day);
}

/** The state of the system on the administrator's dashboard. */
export const health: Translated<typeof french> = {
  title: 'حالة النظام',
  failed: 'تعذرت قراءة حالة النظام',
  states: { ok: 'جيدة', attention: 'للتحقق', failed: 'عطل', none: 'لا ينطبق' },
  summary: {
    ok: 'كل شيء يعمل.',
    attention: 'الخدمة تعمل؛ يجب التحقق من نقطة واحدة على الأقل.',
    failed: 'توجد نقطة واحدة على الأقل لا تعمل: أخبر المشغّل.',
  },
  checked: (version) => `\u200fAlmas ${ltr(version)}، يُحدَّث كل 10 ثوانٍ. آخر قراءة:`,
  never: 'لم يتم بعد',
  line: {
    attention: 'للتحقق',
    failed: 'عطل',
    open: 'عرض الحالة',
    parts: {
      database: 'قاعدة البيانات',
      disk: 'القرص يكاد يمتلئ',
      archive: 'الأرشيف',
      outbox: 'رسائل لم تُرسل',
      jobs: 'مهام متأخرة',
      backup: {
        never: 'لا توجد نسخة احتياطية',
        failed: 'فشل النسخ الاحتياطي',
        old: 'النسخ الاحتياطي قديم جدًا',
      },
      audit: {
        never: 'لم تُدقَّق الحسابات بعد',
        failed: 'لم ينجح تدقيق الحسابات',
        old: 'تدقيق الحسابات قديم جدًا',
      },
    },
  },
  database: {
    label: 'قاعدة البيانات',
    roles: { primary: 'رئيسية', standby: 'احتياطية، للقراءة فقط' },
    text: (role, writable, bytes) =>
      `${role}، ${writable ? 'الكتابة ممكنة' : 'الكتابة غير ممكنة'}، ${size(bytes)}`,
  },
  disk: {
    label: 'القرص',
    text: (free, total) => `المساحة الحرة: ${size(free)} من ${size(total)}`,
    elsewhere: 'القاعدة على جهاز آخر',
  },
  pool: {
    label: 'الاتصالات بالقاعدة',
    text: (busy, most, waiting) =>
      `المشغول ${busy} من ${most}${waiting > 0 ? `، في الانتظار ${waiting}` : ''}`,
  },
  oldestRequest: {
    label: 'أقدم طلب في الانتظار',
    text: (seconds) => (seconds === 0 ? 'لا شيء' : `منذ ${duration(seconds)}`),
  },
  backup: { label: 'آخر نسخ احتياطي', failed: 'فشل' },
  audit: { label: 'آخر تدقيق للحسابات', failed: `لم ينجح: شغّل «${ltr('almas audit')}»` },
  archive: {
    label: 'الأرشيف',
    off: 'غير مفعّل',
    starting: 'النسخة الأولى جارية',
    late: (seconds) => `تأخر بمدة ${duration(seconds)}`,
    text: 'يمكن استرجاع أي ثانية منذ',
  },
  outbox: {
    label: 'الرسائل إلى الأجهزة',
    none: 'أُرسل كل شيء',
    waiting: (count, seconds) =>
      `في الانتظار ${count}${seconds > 60 ? `، الأقدم منذ ${duration(seconds)}` : ''}`,
    dead: (count) => `لم تُرسل: ${count}`,
    list: 'رسائل لم تُرسل',
    kinds: { web_push: 'جهاز', telegram: 'Telegram' },
    types: {
      balance_credited: 'زيادة الرصيد',
      balance_debited: 'خصم من الرصيد',
      debt_due: 'أجل الدفع',
      debt_paid: 'تحصيل',
      debt_payment_taken_back: 'تحصيل ملغى',
      claim_decided: 'شكوى معالجة',
      webhook_off: 'توقف webhook',
      code_claim: 'شكوى',
      recharge_request: 'طلب شحن',
      free_fire_request: 'طلب Free Fire',
      account_registered: 'تسجيل',
      password_known: 'كلمة سر معروفة لشخص آخر',
      announcement: 'إعلان',
      low_stock: 'مخزون منخفض',
      health_failed: 'حالة النظام',
      alert: 'تنبيه',
    },
    reason: (error, attempts) => `${ltr(error)}، المحاولات: ${attempts}`,
    retry: 'إعادة الإرسال',
    retryOne: (what) => `إعادة إرسال ${what}`,
    retryAll: 'إعادة إرسال الكل',
    retried: (count) => `يُعاد إرسال ${countedAfter(count, nouns.message)}`,
    retryFailed: 'تعذرت إعادة الإرسال',
  },
  jobs: {
    label: 'المهام المبرمجة',
    text: (count) => `${counted(count, ['مهمة واحدة', 'مهمتان', 'مهام', 'مهمة', 'مهمة'])}، أقدم تنفيذ:`,
    none: 'لم تُنفَّذ بعد',
  },
};
