import type { resellerApi as french } from '../../fr/screens/reseller-api.ts';
import { counted, ltr, own } from '../grammar.ts';
import type { Translated } from '../translated.ts';

const attempt = ['محاولة واحدة', 'محاولتان', 'محاولات', 'محاولة', 'محاولة'] as const;

/** Why an event did not arrive, unless its receiver has answered. */
const reasons: Readonly<Record<string, string>> = {
  'no public address': 'الاسم غير موجود، أو العنوان غير عمومي',
  'too slow': 'لا جواب خلال عشر ثوانٍ',
  'response too large': 'الجواب طويل جدًا',
};

/** « API » of a reseller's settings: keys, webhooks and what was sent to them. */
export const resellerApi: Translated<typeof french> = {
  title: 'API',
  text: 'موقعك الخاص يقرأ الكتالوج ويطلب الأكواد من رصيدك.',
  documentation: 'التوثيق',
  keys: {
    title: 'المفاتيح',
    add: 'إنشاء مفتاح',
    empty: 'لا توجد مفاتيح',
    emptyText: 'بالمفتاح يستطيع موقعك أن يطلب. مفتاح التجربة لا يبيع شيئًا.',
    failed: 'تعذر تحميل المفاتيح',
    name: 'الاسم',
    nameHint: 'الموقع أو البرنامج الذي يستعمله',
    networks: 'العناوين المسموحة',
    networksHint: `واحد في كل سطر، مثلًا ${ltr('41.100.1.20')} أو ${ltr('41.100.1.0/24')}. فارغ: كل العناوين`,
    test: 'مفتاح تجربة',
    testHint: 'يطلب في بيئة تجريبية، دون أن يمس رصيدك',
    scopes: {
      catalogue: 'قراءة الكتالوج وأسعاره',
      balance: 'قراءة الرصيد',
      orders: 'الطلب وقراءة الطلبات',
    },
    save: 'إنشاء',
    createFailed: 'لم يُنشأ المفتاح',
    createLost: 'ضاع الجواب: إذا كان المفتاح في القائمة فأبطله وأنشئ غيره. لم ير أحد سره.',
    shownTitle: 'مفتاحك',
    shownText: 'انسخه الآن: لن يُعرض مرة أخرى أبدًا. من يملكه يطلب من رصيدك.',
    copied: 'نُسخ المفتاح',
    copyFailed: 'تعذر نسخ المفتاح',
    done: 'نسخت المفتاح',
    never: 'لم يُستعمل قط',
    lastUsed: 'آخر استعمال',
    from: (address) => `من ${ltr(address)}`,
    revoke: 'إبطال',
    revokeTitle: 'هل تُبطل هذا المفتاح؟',
    revokeText: (name) => `لن يستطيع ${own(name)} أن يطلب من الآن وإلى الأبد.`,
    revoked: 'مُبطَل',
    revokedToast: 'أُبطل المفتاح',
    revokeFailed: 'لم يُبطَل المفتاح',
  },
  webhooks: {
    title: 'Webhooks',
    add: 'إنشاء webhook',
    empty: 'لا يوجد webhook',
    emptyText: 'يُبلَّغ موقعك عندما يتغير طلب أو سعر أو مخزون.',
    failed: 'تعذر تحميل webhooks',
    url: 'العنوان',
    urlHint: `${ltr('https://')} والاسم العمومي لموقعك`,
    events: {
      'order.completed': 'سُلّم الطلب',
      'balance.changed': 'تغيّر الرصيد',
      'price.changed': 'تغيّر السعر',
      'stock.low': 'المخزون منخفض',
    },
    save: 'إنشاء',
    createFailed: 'لم يُنشأ webhook',
    shownTitle: 'سر التوقيعات',
    shownText: 'انسخه الآن: لن يُعرض مرة أخرى أبدًا. به يتأكد موقعك أن الإرسال جاء من هنا.',
    copied: 'نُسخ السر',
    copyFailed: 'تعذر نسخ السر',
    done: 'نسخت السر',
    waiting: (count) => (count === 0 ? 'لا شيء في الانتظار' : `في الانتظار: ${count}`),
    off: {
      failed: 'متوقف: لم يجب موقعك طيلة ثلاثة أيام',
      gone: `متوقف: أجاب موقعك أن العنوان لم يعد موجودًا ${ltr('(410)')}`,
      owner: 'أوقفته أنت',
    },
    edit: 'تعديل',
    editTitle: 'تعديل webhook',
    saveChange: 'حفظ',
    turnOff: 'إيقاف',
    turnOn: 'إعادة التشغيل',
    changed: 'عُدّل webhook',
    changeFailed: 'لم يُعدَّل webhook',
    test: 'إرسال تجربة',
    tested: 'أُرسلت التجربة: انظر الإرسالات',
    testFailed: 'لم تُرسل التجربة',
    remove: 'حذف',
    removeTitle: 'هل تحذف webhook هذا؟',
    removeText: 'تُحذف إرسالاته أيضًا.',
    removed: 'حُذف webhook',
    removeFailed: 'لم يُحذف webhook',
    deliveries: 'عرض الإرسالات',
  },
  deliveries: {
    title: 'الإرسالات',
    empty: 'لا توجد إرسالات',
    emptyText: 'أرسل تجربة لترى هل يجيب موقعك.',
    failed: 'تعذر تحميل الإرسالات',
    types: { 'webhook.test': 'تجربة' },
    statuses: {
      waiting: 'في الانتظار',
      delivered: 'وصل',
      failed: 'تُرك',
    },
    attempts: (count) => counted(count, attempt),
    error: (reason) =>
      reason.startsWith('HTTP ')
        ? `الجواب ${ltr(reason)}`
        : (reasons[reason] ?? `تعذر الاتصال (${ltr(reason)})`),
    next: 'المحاولة التالية:',
    retry: 'إعادة الإرسال',
    retried: 'أُعيد الإرسال',
    retryFailed: 'لم يُعَد الإرسال',
  },
};
