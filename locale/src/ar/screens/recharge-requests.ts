import type { rechargeRequests as french } from '../../fr/screens/recharge-requests.ts';
import { ltr } from '../grammar.ts';
import { rechargeMethodNames } from '../shared-texts.ts';
import type { Translated } from '../translated.ts';

/** A reseller's own recharge requests: the dialog of the balance and the panel of the profile. */
export const rechargeRequests: Translated<typeof french> = {
  title: 'طلبات الشحن',
  balance: 'الرصيد المتاح',
  methods: rechargeMethodNames,
  status: { pending: 'في الانتظار', approved: 'مقبول', rejected: 'مرفوض', cancelled: 'ملغى' },

  form: {
    title: 'طلب جديد',
    text: 'اذكر ما دفعته. يتحقق منه مسؤول ثم يشحن رصيدك.',
    amount: 'المبلغ (DA)',
    amountMissing: 'أدخل مبلغًا',
    amountHint: `${ltr('10 000 DA')} على الأكثر لكل طلب`,
    method: 'طريقة الدفع',
    phone: 'الهاتف',
    phoneHint: 'اتركه فارغًا لاستعمال هاتف ملفك',
    reference: 'مرجع التحويل',
    referenceHint: 'الرقم المكتوب على الإيصال',
    note: 'ملاحظة',
    noteHint: 'رقم الإيصال، تاريخ التحويل…',
    submit: 'إرسال الطلب',
    success: 'أُرسل الطلب بنجاح! سيعالجه مسؤول.',
    failed: 'خطأ في الإنشاء',
  },

  photo: {
    title: 'صورة الإيصال (اختيارية)',
    text: 'تُصغَّر هنا قبل الإرسال، وتُحذف منها بيانات الموقع والجهاز.',
    choose: 'إضافة صورة',
    change: 'تغيير الصورة',
    over: 'ضع الصورة هنا',
    preview: 'صورة الإيصال كما ستُرسل',
    working: 'جارٍ تحضير الصورة…',
    ready: (kilobytes) => `جاهزة للإرسال: ${ltr(`${kilobytes} KB`)}`,
    unusable: 'تعذرت قراءة هذه الصورة. اختر أخرى.',
    unusablePdf: 'لا يمكن إرفاق ملف PDF. افتحه وخذ لقطة شاشة، ثم اختر تلك اللقطة.',
    unusableHeic:
      'هذا المتصفح لا يقرأ صور HEIC. خذ لقطة شاشة للصورة، أو اضبط الكاميرا على JPEG («الأكثر توافقًا»)، ثم اخترها.',
    remove: 'إزالة الصورة',
    sending: 'جارٍ إرسال الصورة…',
    failed: 'لم تُرسل الصورة',
    notSent: 'أُرسل الطلب دون صورته. أعد إرسالها من «طلباتي».',
    again: 'إعادة إرسال الصورة',
    add: 'إرفاق صورة الإيصال',
    see: 'عرض صورة الإيصال',
    replace: 'تبديل الصورة',
    missing: 'لم تصل صورة هذا الطلب.',
    removed: 'حُذفت الصورة بعد 180 يومًا',
  },

  list: {
    title: 'طلباتي',
    empty: 'لا توجد طلبات',
    emptyText: 'ستظهر هنا طلباتك ومتابعتها.',
    loadFailed: 'تعذر تحميل طلبات الشحن',
    yourNote: (text) => `ملاحظتك: ${text}`,
    approvalNote: (text) => `ملاحظة المسؤول: ${text}`,
    yourReference: (text) => `المرجع: ${ltr(text)}`,
    reason: (text) => `السبب: ${text}`,
  },

  cancel: {
    open: 'إلغاء',
    describe: (amount) => `طلب ${amount}`,
    ask: 'هل تريد إلغاء هذا الطلب؟',
    keep: 'إبقاء',
    confirm: 'تأكيد',
    success: 'أُلغي الطلب',
    failed: 'خطأ في التحديث',
  },

  threshold: {
    title: 'رصيد منخفض',
    label: 'نبّهني إذا نزل الرصيد عن (DA)',
    hint: 'اتركه فارغًا حتى لا تُنبَّه',
    save: 'حفظ',
    saved: 'حُفظ الحد',
    failed: 'خطأ أثناء الحفظ',
  },

  panel: {
    text: 'أخبر مسؤولًا بما دفعته حتى يُشحن رصيدك.',
    open: 'طلب شحن',
    empty: 'لا يوجد طلب جارٍ',
  },
};
