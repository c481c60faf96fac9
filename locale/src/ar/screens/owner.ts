import type { owner as french } from '../../fr/screens/owner.ts';
import { formatAmount, formatChartDay, formatCount, formatDate, formatTenths } from '../formats.ts';
import { counted, countedAfter, ltr, nouns } from '../grammar.ts';
import { rechargeMethodNames } from '../shared-texts.ts';
import type { Translated } from '../translated.ts';

const hourOf = (hour: number) => ltr(`${String(hour).padStart(2, '0')}:00`);
const methods: Readonly<Record<string, string>> = {
  ...rechargeMethodNames,
  manual_admin: 'من طرف مسؤول',
};
const sources: Readonly<Record<string, string>> = {
  admin_recharge: 'شحن',
  advance: 'تسبيقات',
  purchase: 'أكواد مبيعة',
  freefire_request: 'Free Fire',
  freefire_refund: 'مبالغ Free Fire معادة',
  claim_refund: 'أثمان معادة (شكاوى)',
  admin_debit: 'تصحيحات',
};

/** The page that the owner opens each morning: five questions, the margin, a day. */
export const owner: Translated<typeof french> = {
  open: 'لوحة المالك',
  title: 'لوحة المالك',
  tabs: { label: 'عرض', view: 'نظرة عامة', margin: 'الهامش', day: 'الحصيلة اليومية', stock: 'المخزون' },
  failed: 'تعذر تحميل هذه الأرقام',
  table: 'عرض الأرقام',
  openList: 'عرض القائمة',
  period: 'الفترة',
  periods: {
    '7': '7 أيام',
    '30': '30 يومًا',
    '90': '90 يومًا',
    '365': 'سنة',
    lastMonth: 'الشهر الماضي',
    lastYear: 'السنة الماضية',
    dates: 'تواريخ أخرى',
  },
  codes: (count) => counted(count, nouns.code),
  marginOf: (margin) => `الهامش ${formatAmount(margin)}`,
  heads: {
    day: 'اليوم',
    codes: 'الأكواد',
    amount: 'بيع بـ',
    cost: 'التكلفة',
    margin: 'الهامش',
    unknown: 'تكلفة مجهولة',
    weekday: 'اليوم',
    hour: 'الساعة',
    name: 'الاسم',
    debt: 'الدين',
    stock: 'المخزون',
    cover: 'التغطية',
    missed: 'مبيعات ضائعة',
    forecast: 'المتوقع في 7 أيام',
    overdue: 'متأخر',
    dueOn: 'الأجل',
    lastPurchase: 'آخر شراء',
    balance: 'الرصيد',
  },

  earned: {
    title: 'ماذا ربحنا؟',
    margin: 'الهامش',
    sold: 'المبيع',
    unknown: 'مبيع بتكلفة مجهولة',
    unknownNote: (codes) => `${counted(codes, nouns.code)} دون هامش معروف`,
    claims: 'أُعيد عن أكواد مرفوضة',
    claimsNote: ({ codes, unknownCodes: unknown, regained }) =>
      `المعاد ثمنه أو المستبدل: ${counted(codes, nouns.code)}${unknown > 0 ? `، والبديل بتكلفة مجهولة: ${counted(unknown, nouns.code)}` : ''}، خارج الهامش وخارج ما يستردّه المورّد${regained > 0 ? `: ${formatAmount(regained)} في هذه الفترة` : ''}`,
    rate: (rate) => `${ltr(`${formatTenths(rate)} %`)} من المبيعات المعروفة التكلفة`,
    noRate: 'لا مبيعات معروفة التكلفة',
    before: (change) =>
      change === 0
        ? 'مثل الفترة السابقة'
        : `${change > 0 ? 'زيادة' : 'نقصان'} ${formatAmount(Math.abs(change))} عن الفترة السابقة`,
    chart: 'الهامش حسب اليوم',
    chartText: (margin, from, to, isByWeek) =>
      `الهامش ${formatAmount(margin)} من ${formatDate(from)} إلى ${formatDate(to)}، دون شحن Free Fire.${isByWeek ? ' عمود لكل أسبوع.' : ''}`,
    label: (day, margin, unknown) =>
      `${formatChartDay(day)}: الهامش ${formatAmount(margin)}${unknown > 0 ? `، ومبيع بتكلفة مجهولة ${formatAmount(unknown)}` : ''}`,
    sales: 'المبيعات والتوقع',
    salesText: (codes) =>
      `المبيعات حسب اليوم، والمتوقع ${counted(Math.round(codes), nouns.code)} في الأيام السبعة القادمة.`,
    pastSalesText: 'المبيعات حسب اليوم.',
    forecastLabel: 'التوقع',
    salesLabel: 'المبيعات',
    saleLabel: (day, amount) => `${formatChartDay(day)}: ${formatAmount(amount)}`,
  },
  hours: {
    title: 'ماذا يُباع، ومتى؟',
    chart: 'المبيعات حسب اليوم والساعة',
    text: (weekday, hour) => `الذروة: ${weekday} على الساعة ${hourOf(hour)}.`,
    none: 'لا مبيعات في هذه الفترة',
    weekdays: ['الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت', 'الأحد'],
    short: ['اثنين', 'ثلاثاء', 'أربعاء', 'خميس', 'جمعة', 'سبت', 'أحد'],
    label: (weekday, hour, codes, amount) =>
      `${weekday} ${hourOf(hour)}: ${counted(codes, nouns.code)}، ${formatAmount(amount)}`,
    games: 'المبيعات حسب اللعبة',
    gamesText: 'ما جلبته كل لعبة، الأكثر مبيعًا أولًا.',
  },
  sellers: {
    title: 'من يبيع؟',
    chart: 'أفضل البائعين',
    text: (hasDebts) => `أكبر المشترين في هذه الفترة، مع هامشهم${hasDebts ? ' ودينهم' : ''}.`,
    none: 'لا مشتريات في هذه الفترة',
    note: (margin, debt) => `الهامش ${formatAmount(margin)}${debt ? ` · الدين ${formatAmount(debt)}` : ''}`,
    dormant: 'محلات توقفت عن الشراء',
    dormantText: (count) =>
      count === 0
        ? 'لم يتوقف منذ أكثر من سبعة أيام أي محل اشترى في آخر 90 يومًا.'
        : `محلات نشطة لم تشترِ ولم تطلب شيئًا منذ أكثر من سبعة أيام: ${formatCount(count)}.`,
    since: (moment) => `آخر شراء في ${formatDate(moment)}`,
  },
  short: {
    title: 'ماذا ينقص؟',
    chart: 'للطلب من المورّد',
    text: 'تحت حدّها، أو تكاد تنفد. التوقع يغطي الأيام السبعة القادمة.',
    none: 'لا يوجد عرض للطلب',
    missed: 'مبيعات ضائعة',
    missedText: 'مبيعات رُفضت في هذه الفترة لنقص الأكواد.',
    noMissed: 'لا مبيعات ضائعة',
    missedFigure: (sales) => `مبيعات ضائعة: ${formatCount(sales)}`,
    forecast: (codes) => `الأكواد المتوقعة في 7 أيام: ${formatTenths(codes)}`,
  },
  late: {
    title: 'من المتأخر؟',
    debts: 'ديون متأخرة',
    debtsText: (overdue, accounts) =>
      accounts === 0
        ? 'لا توجد ديون متأخرة.'
        : `${formatAmount(overdue)} متأخرة عند ${countedAfter(accounts, nouns.account)}.`,
    since: (dueOn) => `الأجل في ${formatDate(dueOn)}`,
    requests: 'طلبات شحن في الانتظار',
    requestsText: (count, amount) =>
      count === 0
        ? 'لا يوجد طلب في الانتظار.'
        : `${counted(count, nouns.request)} بمبلغ ${formatAmount(amount)}.`,
    oldest: 'الأقدم:',
  },
  margin: {
    by: 'حسب',
    groups: { game: 'اللعبة', offer: 'العرض', reseller: 'البائع', day: 'اليوم' },
    caption: 'الهامش',
    empty: 'لا مبيعات في هذه الفترة',
    unknown: 'تكلفة مجهولة',
    total: 'مجموع الهامش',
    gameNames: 'الألعاب حسب تسميتها اليوم: المنتج الذي تغيّرت لعبته يُحسب على الجديدة.',
    freeFire: 'خارج هذا الهامش، Free Fire',
    freeFireSold: (amount) => `بيع بـ ${formatAmount(amount)}`,
  },
  stock: {
    label: 'في نهاية',
    text: 'الأكواد غير المبيعة في ذلك اليوم، بتكلفة دفعتها. التكلفة المسجلة لاحقًا تُحسب أيضًا للأيام السابقة.',
    value: 'القيمة بالتكلفة',
    unknown: 'تكلفة مجهولة',
    caption: 'المخزون حسب العرض',
    empty: 'لا أكواد في المخزون في ذلك اليوم',
  },
  day: {
    label: 'اليوم',
    opening: 'الأرصدة في البداية',
    closing: 'الأرصدة في النهاية',
    closingNow: 'الأرصدة الآن',
    open: 'اليوم الجاري',
    credits: 'الإضافات',
    debits: 'الخصومات',
    lines: 'حركات اليوم',
    total: 'المجموع',
    empty: 'لا توجد حركة في هذا اليوم',
    entries: (count) => counted(count, ['حركة واحدة', 'حركتان', 'حركات', 'حركة', 'حركة']),
    line: (source, method) =>
      [sources[source] ?? 'حركات أخرى', method && (methods[method] ?? method)].filter(Boolean).join(' · '),
    movements: 'كل الحركات، واحدة في كل سطر',
    spans: { day: 'هذا اليوم', month: 'هذا الشهر', year: 'هذه السنة' },
    previous: 'اليوم السابق',
    next: 'اليوم التالي',
  },
  mine: {
    title: 'حصيلة اليوم',
    empty: 'لا مبيعات اليوم',
    sold: 'الأكواد المبيعة اليوم',
    paid: 'المدفوع',
    retail: 'المبيع بأسعارك',
    topUps: 'شحن Free Fire',
    asked: (requests) => counted(requests, nouns.request),
    without: (codes) => `ما عدا ${countedAfter(codes, nouns.code)} بلا سعر بيع`,
    caption: 'المبيع اليوم حسب العرض',
    offer: 'العرض',
    failed: 'تعذر تحميل حصيلة اليوم',
  },
};
