import { westernDigits } from '@almas/contract/typed-text';

/** Parts of a date: year, month, day; a date without day ends with its month. */
const months: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ['jan', 'janv', 'janvier', 'january'],
    ['fev', 'fevr', 'fevrier', 'feb', 'february'],
    ['mar', 'mars', 'march'],
    ['avr', 'avril', 'apr', 'april'],
    ['mai', 'may'],
    ['juin', 'jun', 'june'],
    ['juil', 'juillet', 'jul', 'july'],
    ['aout', 'aug', 'august'],
    ['sep', 'sept', 'septembre', 'september'],
    ['oct', 'octobre', 'october'],
    ['nov', 'novembre', 'november'],
    ['dec', 'decembre', 'december'],
  ].flatMap((words, index) => words.map((word) => [word, index + 1] as const)),
);

const time =
  '(?:[ T,à]*\\d{1,2}[:h]\\d{2}(?::\\d{2})?(?:\\.\\d+)? ?(?:[ap]m|z|utc|gmt|[+-]\\d{2}:?\\d{2})?)?';
const numeric = new RegExp(`^(\\d{1,4})[/.\\- ](\\d{1,2})[/.\\- ](\\d{2,4})${time}$`, 'i');
const monthYear = /^(\d{1,2})[/.-](\d{4})$/;
const yearMonth = /^(\d{4})[/-](\d{1,2})$/;
const named = new RegExp(`^(\\d{1,2})(?:er)?[ -]([a-z]{3,9})\\.?[ ,-]*(\\d{2,4})${time}$`, 'i');
/** `Dec 31, 2026`, and without a day `déc. 2026` and `déc-26`. */
const monthFirst = new RegExp(`^([a-z]{3,9})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})${time}$`, 'i');
const monthAlone = /^([a-z]{3,9})\.?[ -](\d{4}|\d{2})$/i;
const clock = /^\d{1,2}[:h]\d{2}(?::\d{2})? ?(?:[ap]m)?$/i;

const fullYear = (year: number) => (year < 100 ? 2_000 + year : year);
const monthOf = (word: string | undefined) => months[word?.toLowerCase() ?? ''] ?? 0;
/** The last day of the month for a day that it does not have. */
function iso(year: number, month: number, day: number): string | null {
  if (month < 1 || month > 12 || day < 1 || day > 31 || year < 2_000 || year >= 2_100) return null;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return `${year}-${String(month).padStart(2, '0')}-${String(Math.min(day, last)).padStart(2, '0')}`;
}

const plainDate = (text: string) => westernDigits(text.normalize('NFKD').replace(/\p{M}/gu, '')).trim();

/** Whether the dates of a column have months before days, as American ones: one of them can be read in no other way, and none the other way round. */
export function areMonthsFirst(texts: readonly string[]): boolean {
  const dates = texts.flatMap((text) => {
    const [, first = '', second = ''] = numeric.exec(plainDate(text)) ?? [];
    return first !== '' && first.length <= 2 ? [{ first: Number(first), second: Number(second) }] : [];
  });
  return dates.some(({ second }) => second > 12) && dates.every(({ first }) => first <= 12);
}

/**
 * The last day on which a code with this date is good, as yyyy-mm-dd; null for a text that is no date. Days come before months, as in
 * French, unless the column says otherwise.
 */
export function dateOf(text: string, monthsFirst = false): string | null {
  const plain = plainDate(text);
  const parts = numeric.exec(plain);
  if (parts) {
    const [first, second, third] = parts.slice(1).map(Number) as [number, number, number];
    if (parts[1]?.length === 4) return iso(first, second, third);
    if (parts[1]?.length === 3) return null;
    const [day, month] = monthsFirst ? [second, first] : [first, second];
    return iso(fullYear(third), month, day) ?? iso(fullYear(third), day, month);
  }
  const short = monthYear.exec(plain);
  if (short) return iso(Number(short[2]), Number(short[1]), 31);
  const turned = yearMonth.exec(plain);
  if (turned) return iso(Number(turned[1]), Number(turned[2]), 31);
  const words = named.exec(plain);
  if (words) return iso(fullYear(Number(words[3])), monthOf(words[2]), Number(words[1]));
  const first = monthFirst.exec(plain);
  if (first) return iso(Number(first[3]), monthOf(first[1]), Number(first[2]));
  const month = monthAlone.exec(plain);
  return month ? iso(fullYear(Number(month[2])), monthOf(month[1]), 31) : null;
}

const shortMonth = /^(\d{1,2})[/.-](\d{2})$/;

/** Whether the short cells of a column, as `01/24`, are months and years: `31/12` and `05/12` are days of a year that is not said. */
export const areMonthsAndYears = (cells: readonly string[]): boolean =>
  cells.every((cell) => {
    const [, month, year] = shortMonth.exec(plainDate(cell)) ?? [];
    return month === undefined || (Number(month) <= 12 && Number(year) >= 20);
  });

interface ExpiryForm {
  readonly monthsFirst: boolean;
  /** Short cells are a month and its year. */
  readonly hasMonths: boolean;
}

/** `dateOf` of a cell that holds an end date. */
export function expiryOf(text: string, { monthsFirst, hasMonths }: ExpiryForm): string | null {
  const [, month, year] = shortMonth.exec(plainDate(text)) ?? [];
  if (month === undefined) return dateOf(text, monthsFirst);
  return hasMonths ? iso(fullYear(Number(year)), Number(month), 31) : null;
}

export const isMoment = (text: string): boolean => clock.test(text.trim()) || dateOf(text) !== null;

const currency = 'da|dzd|dinars?|د\\.?ج|usd|eur|\\$|€|uc|diamants?|diamonds?|💎|coins?|points?|cp|robux|vp';
const priceText = new RegExp(
  `^(?:(?:${currency}) ?)?\\d{1,3}(?:[ \\u00a0\\u202f.,']?\\d{3})*(?:[.,]\\d{1,2})? ?(?:${currency})?$`,
  'iu',
);
/** A number with a unit, or a short one. */
export const isPrice = (text: string): boolean =>
  priceText.test(text.trim()) && (/[^\d]/.test(text.trim()) || text.trim().length <= 6);

export const hasDigit = (text: string): boolean => /\p{Nd}/u.test(text);

/** A text that could be a code when nothing but itself is known: no spaces between words, a digit, six characters. */
export const looksLikeCode = (text: string): boolean =>
  text.length >= 6 &&
  text.length <= 80 &&
  hasDigit(text) &&
  /^[A-Za-z0-9][A-Za-z0-9+/=_.\-"]*$/.test(text) &&
  !isMoment(text) &&
  !isPrice(text);

const bare = /^(?=\D*\d)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/;
/** Letters, digits and dashes alone: nothing about such a line needs a look. */
export const isBareCode = (text: string): boolean => bare.test(text);
