import type {
  emailGivenMail as frenchGiven,
  passwordKnownMail as frenchKnown,
  emailReplacedMail as frenchReplaced,
  passwordResetMail as frenchReset,
} from '../fr/mails.ts';
import { countedAfter, nouns } from './grammar.ts';
import type { Translated } from './translated.ts';

/** The e-mails that the product sends. */

export const passwordResetMail: Translated<typeof frenchReset> = (link, minutes) => ({
  subject: '\u200fAlmas: اختيار كلمة سر جديدة',
  text: [
    'مرحبًا،',
    '',
    'طلب شخص ما، ولعله أنت، كلمة سر جديدة لحسابك في Almas. افتح هذا الرابط لاختيارها:',
    '',
    link,
    '',
    `الرابط صالح لمدة ${countedAfter(minutes, nouns.minute)} ولمرة واحدة. إذا لم تطلب ذلك، فتجاهل هذه الرسالة: لن يتغير شيء.`,
  ].join('\n'),
});

/** To the former address of an account: it names neither the new one nor the person. */
export const emailReplacedMail: Translated<typeof frenchReplaced> = {
  subject: '\u200fAlmas: هذا البريد لم يعد يفتح حسابك',
  text: [
    'مرحبًا،',
    '',
    'أعطى المسؤول حسابك في Almas بريدًا إلكترونيًا آخر. هذا البريد لم يعد يفتحه، والأجهزة المتصلة لم تعد متصلة.',
    '',
    'إذا لم تكن على علم بذلك، فاتصل بالمسؤول.',
  ].join('\n'),
};

/** To the new one. */
export const emailGivenMail: Translated<typeof frenchGiven> = {
  subject: '\u200fAlmas: حسابك يُفتح بهذا البريد',
  text: [
    'مرحبًا،',
    '',
    'أعطى المسؤول هذا البريد الإلكتروني لحسابك في Almas. ادخل به. إذا لم تكن لديك كلمة سر، فاطلبها من المسؤول.',
  ].join('\n'),
};

/** After wrong codes of the second factor behind the right password. */
export const passwordKnownMail: Translated<typeof frenchKnown> = {
  subject: '\u200fAlmas: ربما عرف شخص آخر كلمة سرك',
  text: [
    'مرحبًا،',
    '',
    'أدخل شخص ما كلمة سر حسابك في Almas، ثم عدة رموز خاطئة للتحقق بخطوتين. لم يُفتح الحساب.',
    '',
    'إذا لم تكن أنت من فعل ذلك، فغيّر كلمة السر أو اطلب غيرها من المسؤول. وإذا كنت أنت، فتجاهل هذه الرسالة.',
  ].join('\n'),
};
