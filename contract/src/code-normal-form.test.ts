import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalCode, isDestroyedNumber, normalCode, readCodeLines } from './code-lines.ts';

test.each([
  ['an equals sign and quotes of a spreadsheet', '="000451220017"', '000451220017'],
  ['the apostrophe of a spreadsheet', "'000077770001", '000077770001'],
  ['Arabic digits', '١٢٣٤-٥٦٧٨', '1234-5678'],
  ['Persian digits', '۱۲۳۴ ۵۶۷۸', '1234 5678'],
  ['Devanagari digits', '१२३४', '1234'],
  ['en dashes', 'WORD–77K1–0042', 'WORD-77K1-0042'],
  ['no-break spaces', 'PDFN\u00a077K1\u202f0043', 'PDFN 77K1 0043'],
  ['no-break hyphens', 'MAIL‑77K1‑0044', 'MAIL-77K1-0044'],
  ['a tatweel for a dash', '1234ـ5678', '1234-5678'],
  ['the label PIN', 'PIN: 7734-8100-9999', '7734-8100-9999'],
  ['a label with its number', 'Code n° 3 - AB-12', 'AB-12'],
  ['a French label', 'Clé : AB-12', 'AB-12'],
  ['an Arabic label', 'الرمز: ١٢٣', '123'],
  ['a label twice', 'PIN: Code: AB-12', 'AB-12'],
  ['quotes around it', '"AB-12"', 'AB-12'],
])('a code that is written with %s is stored as its game takes it [STK-01]', (_, text, code) => {
  expect(normalCode(text)).toBe(code);
  expect(canonicalCode(text)).toBe(canonicalCode(code));
});

test.each(['CODE-AB12', 'PIN-7734', 'K7"M2-PQ81', 'aBcD-7xQz', 'A_1', 'A.1', 'A/1', 'AB:12', 'a+b', 'É1'])(
  'the code %s has nothing that is left out [STK-01]',
  (code) => {
    expect(normalCode(code)).toBe(code);
  },
);

test('a code that begins with the word PIN is the same code with dashes and with spaces [STK-01]', () => {
  expect(canonicalCode('PIN-7734-8100')).toBe(canonicalCode('pin 7734 8100'));
});

test.each([
  '1,23457E+15',
  '1.23E+15',
  '1.2e5',
  '1E+15',
  "'1,23457E+15",
  '#REF!',
  '#N/A',
  'N/A',
  '#VALEUR!',
  '#####',
  'PIN: 1,2E+9',
  '123456789012.0',
  '123456789012,00',
])('the cell %s is what a spreadsheet left of a code, and is not imported [STK-02]', (text) => {
  expect(isDestroyedNumber(text)).toBe(true);
  expect(readCodeLines(['A-1', text])).toMatchObject({ codes: ['A-1'], invalid: 1, destroyed: 1 });
});

test.each(['1E15', '12E4', 'AB1.2E5', '#AB12', 'E-15', '1-E5', '1234567890123456', '12345.6', 'AB12345.0'])(
  'the code %s is not taken for a number that a spreadsheet has destroyed [STK-02]',
  (code) => {
    expect(isDestroyedNumber(code)).toBe(false);
  },
);

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .array(
      fc.constantFrom(
        '=',
        '"',
        "'",
        'PIN: ',
        'Code n° 3 - ',
        'A',
        'b',
        '7',
        '٧',
        '-',
        '–',
        ' ',
        '\u00a0',
        '\u200b',
        'ß',
        'ـ',
        ':',
        '#',
      ),
      { maxLength: 14 },
    )
    .map((parts) => parts.join('')),
);

test('a code in its normal form has this form, and is compared as the text that it was read from [STK-01]', () => {
  fc.assert(
    fc.property(text, fc.boolean(), (given, caseSignificant) => {
      const code = normalCode(given);
      expect(normalCode(code)).toBe(code);
      const canonical = canonicalCode(given, { caseSignificant });
      expect(canonicalCode(code, { caseSignificant })).toBe(canonical);
    }),
    { numRuns: 2_000 },
  );
});

const spellings = [
  (code: string) => code,
  (code: string) => code.toLowerCase(),
  (code: string) => code.replaceAll('-', ' '),
  (code: string) => code.replaceAll('-', '–'),
  (code: string) => code.replaceAll('-', ''),
  (code: string) => `="${code}"`,
  (code: string) => `'${code}`,
  (code: string) => `PIN: ${code}`,
  (code: string) => ` ${code}\u00a0`,
  (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
];

test('two spellings of a code are one code, and of a code in which case counts when they have the same case [STK-01]', () => {
  const group = fc.string({
    unit: fc.constantFrom(...'ABCDEFGHJKMNPQRSTUVWXYZ0123456789'),
    minLength: 4,
    maxLength: 4,
  });
  const code = fc.array(group, { minLength: 3, maxLength: 4 }).map((groups) => groups.join('-'));
  const spelling = fc.constantFrom(...spellings);
  fc.assert(
    fc.property(code, spelling, spelling, (given, first, second) => {
      expect(canonicalCode(first(given))).toBe(canonicalCode(second(given)));
      expect(readCodeLines([first(given), second(given)])).toMatchObject({ repeated: 1, invalid: 0 });
    }),
  );
  expect(readCodeLines(['aBc-1', 'ABc-1', 'aBc 1'], [], { caseSignificant: true }).codes).toEqual([
    'aBc-1',
    'ABc-1',
  ]);
});

test('the serial of an entry stays with its code, and goes with a repeated or invalid one [STK-03]', () => {
  const list = readCodeLines(['A-1', 'a 1', '#REF!', 'B-2', 'C-3'], ['S1', 'S2', 'S3', 'SN–4', '']);
  expect(list).toMatchObject({ codes: ['A-1', 'B-2', 'C-3'], serials: ['S1', 'SN-4', ''] });
});
