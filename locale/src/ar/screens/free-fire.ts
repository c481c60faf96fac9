import type { freeFire as french } from '../../fr/screens/free-fire.ts';
import { formatDateTime, formatOpening } from '../formats.ts';
import { counted, ltr, own } from '../grammar.ts';
import { alertTexts, serviceReasons } from '../shared-texts.ts';
import type { Translated } from '../translated.ts';

const dayNames = ['الأحد', 'الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت'] as const;
const hour = (of: number) => ltr(`${String(of).padStart(2, '0')}:00`);

/** A reseller's Free Fire screen, and the service's state wherever it shows. */
export const freeFire: Translated<typeof french> = {
  title: 'شحن Free Fire',
  text: 'تصل الجواهر مباشرة إلى حساب اللاعب.',
  online: 'متاحة',
  offline: 'غير متاحة',
  reasons: serviceReasons,
  loadFailed: 'تعذر تحميل بيانات Free Fire',
  paymentFailed: alertTexts.paymentMessage,

  openUntil: (endHour) => `إلى ${hour(endHour)}`,
  hours: (startHour, endHour, days) => {
    const named = [6, 0, 1, 2, 3, 4, 5].filter((day) => days.includes(day)).map((day) => dayNames[day]);
    const when = named.length === 7 ? 'كل الأيام' : named.join('، ');
    return when ? `الخدمة مفتوحة من ${hour(startHour)} إلى ${hour(endHour)}، ${when}.` : '';
  },
  nextOpening: (opening) => `الفتح القادم: ${formatOpening(opening)}`,
  maintenanceText: 'تعود الخدمة فور انتهاء الصيانة. يمكنك تحضير طلبك من الآن.',
  disabledText: 'الخدمة متوقفة حاليًا. عد لاحقًا.',
  unknownText: 'تعذرت قراءة حالة الخدمة.',

  form: {
    title: 'طلب جديد',
    playerId: 'معرّف Free Fire',
    playerIdHint: 'من 8 إلى 12 رقمًا، انسخه من ملف اللاعب',
    playerIdMissing: 'أدخل معرّف Free Fire',
    offer: 'اختر عرضًا',
    offerMissing: 'اختر عرضًا',
    unavailable: 'غير متاح',
    diamonds: 'جوهرة',
    noOffers: 'لا يوجد عرض متاح',
    noOffersText: 'ستظهر العروض هنا فور نشرها.',
    summary: 'الملخص',
    player: 'اللاعب',
    balanceNow: 'الرصيد الحالي',
    price: 'السعر',
    balanceAfter: 'الرصيد بعد الطلب',
    short: (missing) => `ينقصك ${missing}`,
    askRecharge: 'طلب شحن',
    debitNote: 'يُخصم السعر عند الإرسال، ويُعاد إذا رُفض الطلب.',
    empty: 'رصيدك فارغ: اطلب شحنًا أولًا.',
    emptyShop: 'رصيد المحل فارغ: أخبر صاحب المحل.',
    submit: 'إرسال الطلب',
    success: 'أُرسل الطلب بنجاح! سيعالجه مسؤول.',
  },

  playerName: {
    look: 'التحقق من الاسم',
    found: (name) => `اسم اللاعب: ${name}`,
    notFound: 'لا يوجد لاعب بهذا المعرّف. تحقّق منه مع الزبون.',
    unavailable: 'الاسم غير متاح. يمكن إرسال الطلب بدونه.',
  },

  repeat: {
    title: 'سبق إرساله خلال آخر 24 ساعة',
    text: (offer, playerId, moment) =>
      `${own(offer)} إلى ${ltr(playerId)}، ${formatDateTime(moment)}. تحقّق مع الزبون قبل إرساله مرة أخرى.`,
    sendAnyway: 'إرسال رغم ذلك',
  },

  customers: {
    suggestions: 'زبائن معروفون',
    suggested: (count) =>
      counted(count, ['زبون معروف واحد', 'زبونان معروفان', 'زبائن معروفين', 'زبونًا معروفًا', 'زبون معروف']),
    open: 'زبائني',
    title: 'زبائني في Free Fire',
    search: 'الاسم أو الأرقام الأولى',
    last: (offer) => `آخر عرض: ${own(offer)}`,
    choose: 'اختيار',
    rename: 'تغيير الاسم',
    label: 'اسم الزبون',
    renamed: 'غُيّر اسم الزبون',
    remove: 'إزالة',
    removeTitle: 'هل تريد إزالة هذا الزبون؟',
    removeText: (customer) => `لن يُقترح ${customer} بعد الآن. تبقى طلباته في عملياتك.`,
    removed: 'أُزيل الزبون',
    failed: 'خطأ في التحديث',
    loadFailed: 'تعذر تحميل زبائنك',
    empty: 'لا يوجد زبائن',
    emptyText: 'كل لاعب ترسل إليه شحنًا يُسجَّل هنا.',
  },

  requests: {
    title: 'آخر الطلبات',
    note: 'آخر 10 طلبات Free Fire لك',
    empty: 'لا توجد طلبات',
    emptyText: 'ستظهر هنا طلباتك ومتابعتها.',
    player: (playerId) => `اللاعب ${ltr(playerId)}`,
    status: { pending: 'في الانتظار', validated: 'مقبول', refused: 'مرفوض' },
  },

  detail: {
    title: 'طلب Free Fire',
    playerId: 'معرّف اللاعب',
    offer: 'العرض',
    diamonds: 'الجواهر',
    amount: 'المبلغ',
    createdAt: 'تاريخ الإرسال',
    validatedAt: 'تاريخ القبول',
    refusedAt: 'تاريخ الرفض',
    processedBy: 'عالجه',
    note: 'ملاحظة المسؤول',
    balance: 'الرصيد قبل ← بعد',
    request: 'الطلب',
    transaction: 'المعاملة',
    proof: 'عرض الإثبات',
    pendingText: 'يعالج مسؤول طلبك. سترى جوابه هنا.',
    refusedText: (amount) => `رُفض الطلب وأُعيد ${amount} إلى رصيدك.`,
  },
};
