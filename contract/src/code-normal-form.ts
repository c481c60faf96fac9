/** How an offer compares its codes (AMB-100). */
export interface CodeComparison {
  /** Two codes that differ in case only are two codes. */
  readonly caseSignificant?: boolean;
}

/** Most codes: ASCII characters, none of which a label or a sign of a spreadsheet needs. */
const isNormal = /^(?!.*no\.)[!$-&(-9;<>-_a-~]+(?: [!$-&(-9;<>-_a-~]+)*$/i;
/** Zero-width and other characters that are not seen: pasted lists carry them. */
const formatCharacters = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Dashes of every script, and signs that are typed as one: minus, hyphen bullet, heavy minus, box drawing, tatweel. */
const dashes = /[\p{Pd}\u02d7\u2212\u2043\u2796\u2500\u0640]/gu;
/** A tab separates cells: it is not part of a code. */
const spaces = /[^\S\t\v\f]+/g;
const separators = /[ -]/g;

const codeWords =
  'codes?|pins?(?: ?codes?)?|code ?pin|vouchers?(?: ?codes?)?|cl[eé]s?|keys?|product ?keys?|gift ?cards?|cartes?|bons?|recharges?|mots? de passe|passwords?|' +
  'الرمز|رمز|الكود|كود|القسيمة|قسيمة|المفتاح|الرقم السري';
/** `PIN: `, `Code n° 3 - `, `Voucher 2) `. A word that only a dash or a space follows may belong to the code. */
const label = new RegExp(
  `^(?:${codeWords}) ?(?:(?:n[°o]\\.? ?)?\\d{0,6} ?[:=] ?|(?:n ?°|no\\.|#) ?\\d{1,6} ?(?:[:=.)]|-(?= )) ?)(?=.)`,
  'iu',
);
/** `="0004"` and `'0004`: what a spreadsheet needs to keep a number as text. */
const spreadsheetSign = /^(?:=+ ?|['\u2018\u2019`\u00b4]+ ?(?=.))/u;
const quoted = /^(["\u201c\u201d\u00ab\u00bb']) ?(.*?) ?["\u201c\u201d\u00ab\u00bb']$/u;

const isAscii = /^[!-~]*$/;
const isDigit = /\p{Nd}/u;

/** The digits of each script are ten code points in a row: the value is the distance to the first. */
const decimalDigits = (text: string): string =>
  text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (value < 9 && isDigit.test(String.fromCodePoint(point - value - 1))) value += 1;
    return String(value);
  });

/**
 * What is stored and shown of a code (AMB-99): NFKC, Western digits, `-` and plain spaces, without spreadsheet signs, labels and
 * invisible characters. The case of its letters stays.
 */
export function normalCode(text: string): string {
  if (isNormal.test(text)) return text;
  let code = text;
  for (let before = ''; before !== code; ) {
    before = code;
    code = decimalDigits(code.replace(formatCharacters, '').normalize('NFKC'))
      .replace(dashes, '-')
      .replace(spaces, ' ')
      .trim()
      .replace(label, '')
      .replace(spreadsheetSign, '')
      .replace(quoted, '$2');
  }
  return code;
}

/** What two codes are compared by (AMB-99): two texts with the same canonical form are one code. */
export function canonicalCode(text: string, { caseSignificant = false }: CodeComparison = {}): string {
  const code = normalCode(text).replace(separators, '');
  if (caseSignificant) return code;
  if (isAscii.test(code)) return code.toLowerCase();
  // Upper case first: ß and SS, ς and σ fold to the same text. Folding may undo the normal form.
  return code
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(formatCharacters, '')
    .replace(separators, '');
}

const rounded = /^[+-]?(?:\d{1,3}[.,]\d+ ?E ?[+-]?\d{1,3}|\d{1,3} ?E ?\+ ?\d{1,3}|\d{5,}[.,]0{1,2})$/i;
const formulaError =
  /^(?:#(?:REF!?|VALUE!?|VALEUR!?|NAME\??|NOM\??|DIV\/0!?|NUM!?|NOMBRE!?|NULL?!?|N\/[AD]|SPILL!?|CALC!?|PROPAGATION!?|[\u0600-\u06ff/]+[!?]?)|#+|n\/a|err:\d+|nan|null|undefined)$/i;

/** What a spreadsheet made of a code: a rounded number (`1,23457E+15`), one with decimals (`4512.0`), the error of a formula (`#REF!`). */
export function isDestroyedNumber(text: string): boolean {
  const code = normalCode(text);
  return rounded.test(code) || formulaError.test(code);
}
