import { typedDigits } from './typed-text.ts';

/**
 * What a person typed in a field of money. `ambiguous`: it has two readings and neither is guessed; `decimals`: more
 * than two; `text`: no number. The amount is in DA and may be zero or negative: bounds belong to each field.
 */
export type TypedAmount =
  | { readonly kind: 'empty' }
  | { readonly kind: 'amount'; readonly amount: number }
  | { readonly kind: 'unreadable'; readonly why: 'ambiguous' | 'decimals' | 'text' };

const unreadable = (why: 'ambiguous' | 'decimals' | 'text'): TypedAmount => ({ kind: 'unreadable', why });

/** Groups of three after a first group of one to three that is not zero. */
const grouped = (whole: string, separator: ' ' | '.' | ',') => {
  const [first = '', ...groups] = whole.split(separator);
  return /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
};

/** The separators of the whole part, each kind once. */
const separatorsOf = (whole: string) => [...new Set(whole.replace(/\d/g, ''))] as (' ' | '.' | ',')[];

function join(sign: string, whole: string, decimals: string): TypedAmount {
  const separators = separatorsOf(whole);
  const [separator] = separators;
  if (separators.length > 1 || (separator && !grouped(whole, separator))) return unreadable('text');
  if (decimals.length > 2) return unreadable('decimals');
  const amount = Number(`${sign}${whole.replace(/\D/g, '')}.${decimals || '0'}`);
  if (!Number.isSafeInteger(Math.round(amount * 100))) return unreadable('text');
  return { kind: 'amount', amount: amount === 0 ? 0 : amount };
}

/**
 * Reads `1500`, `1 500`, `1 500,75`, `1500.75`, `1.500`, `1.500,75`, `1,500.75`, `1 500 DA`, whatever the language of
 * the browser. Rules:
 *
 * - A space (also U+00A0 and U+202F) groups thousands; a point or a comma groups them too when another separator
 *   follows or when it stands more than once.
 * - The last point or comma is the decimal one when 1 or 2 digits follow (or none).
 * - A single point before exactly three digits groups thousands, since a dinar has two decimals: `1.500` is 1500.
 * - A single comma before exactly three digits is ambiguous: French readers see a decimal comma, English ones thousands.
 * - Digits, comma and currency of an Arabic keyboard mean the same. Its decimal mark (U+066B) never groups thousands, its
 *   thousands mark (U+066C) does nothing else. Invisible marks around the number are left out.
 */
export function readTypedAmount(text: string): TypedAmount {
  const bare = typedDigits(text)
    .trim()
    .replace(/\u060c/g, ',')
    .replace(/[\s\u00a0\u202f\u066c]+/g, ' ')
    .replace(/ ?(?:DA|DZD|\u062f\.?\u062c\.?)$/i, '')
    .replace(/^[-\u2212] ?/, '-');
  if (bare === '') return { kind: 'empty' };
  const [, inDinars, arabicDecimals] = /^(-?\d[\d ]*)\u066b(\d*)$/.exec(bare) ?? [];
  if (inDinars !== undefined && arabicDecimals !== undefined) {
    const isNegative = inDinars.startsWith('-');
    return join(isNegative ? '-' : '', inDinars.slice(isNegative ? 1 : 0), arabicDecimals);
  }
  const [, sign = '', digits] = /^(-?)(\d[\d .,]*)$/.exec(bare) ?? [];
  if (digits === undefined) return unreadable('text');
  const [, whole = '', mark = '', decimals = ''] = /^(.*?)(?:([.,])(\d*))?$/.exec(digits) ?? [];
  if (mark === '') return join(sign, whole, '');
  // Several of the same separator group thousands: `1.500.000`.
  if (whole.includes(mark)) return join(sign, digits, '');
  const others = separatorsOf(whole).length > 0;
  if (decimals.length !== 3 || others) return join(sign, whole, decimals);
  if (!grouped(digits, mark as '.' | ',')) return unreadable('decimals');
  return mark === '.' ? join(sign, digits, '') : unreadable('ambiguous');
}
