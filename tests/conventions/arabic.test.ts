import { readdirSync } from 'node:fs';
import { errorSentence } from '@almas/locale/ar/errors';
import {
  formatAmount,
  formatDateTime,
  formatMatches,
  formatRelative,
  formatSigned,
} from '@almas/locale/ar/formats';
import { counted, countedAfter, nouns } from '@almas/locale/ar/grammar';
import { news } from '@almas/locale/ar/news';
import { expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

/** Modules that both languages have: what a screen or a message says. */
const modules = ['errors', 'formats', 'shared-texts', 'mails', 'news', 'audit-figures'].concat(
  readdirSync(new URL('../../locale/src/ar/screens', import.meta.url)).map(
    (name) => `screens/${name.replace('.ts', '')}`,
  ),
);
const load = (language: 'fr' | 'ar', name: string): Promise<Record<string, unknown>> =>
  import(/* @vite-ignore */ new URL(`../../locale/src/${language}/${name}.ts`, import.meta.url).pathname);

/** The names of everything inside a text, with what is there. */
function shapeOf(text: unknown): unknown {
  if (typeof text === 'object' && text !== null)
    return Object.fromEntries(Object.entries(text).map(([name, part]) => [name, shapeOf(part)]));
  return typeof text;
}

/** Every sentence, with its figures as given. */
function sentencesOf(text: unknown, figures: readonly unknown[]): string[] {
  if (typeof text === 'string') return [text];
  if (typeof text === 'function') {
    try {
      return sentencesOf(text(...figures), figures);
    } catch {
      return [];
    }
  }
  return typeof text === 'object' && text !== null
    ? Object.values(text).flatMap((part) => sentencesOf(part, figures))
    : [];
}

test('every text of the screens and messages exists in Arabic under the names of the French ones [ARB-01]', async () => {
  const french = readdirSync(new URL('../../locale/src/fr/screens', import.meta.url)).map(
    (name) => `screens/${name.replace('.ts', '')}`,
  );
  expect(modules.filter((name) => name.startsWith('screens/')).sort()).toEqual(french.sort());
  for (const name of modules) {
    const [fr, ar] = await Promise.all([load('fr', name), load('ar', name)]);
    expect(shapeOf(ar), name).toEqual(shapeOf(fr));
  }
});

/** Texts that both languages write the same: names, addresses, signs, and what is stored in French. */
const isTheSame =
  /^[^\p{L}]*$|^https?:|^(Almas|FREE FIRE|Free Fire|Ctrl K|XLSX|PIN|Africa\/Algiers|Telegram|CCP|BaridiMob|API|Webhooks)$/u;

test('no sentence is left in French, and none begins with a Latin word, which would turn its direction [ARB-01]', async () => {
  const stored = new Set(['screens/product-templates']);
  const kept: string[] = [];
  const turned: string[] = [];
  for (const name of modules.filter((each) => !stored.has(each))) {
    const [fr, ar] = await Promise.all([load('fr', name), load('ar', name)]);
    const french = new Set(sentencesOf(fr, [2, 3, 4]));
    for (const sentence of sentencesOf(ar, [2, 3, 4])) {
      if (french.has(sentence) && !isTheSame.test(sentence)) kept.push(`${name}: ${sentence}`);
      // Marks of direction turn it back, and what they enclose does not count.
      const read = sentence.replaceAll(/[\u2066\u2068][^\u2069]*\u2069/g, '');
      if (!read.includes('undefined') && /^[^\p{L}\u200f]*\p{Script=Latin}.*\p{Script=Arabic}/u.test(read))
        turned.push(`${name}: ${sentence}`);
    }
  }
  expect(turned).toEqual([]);
  expect(kept).toEqual([
    // Stored with the decision or the transaction.
    'screens/admin-recharges: Approuvé par admin',
    'screens/admin-recharges: Rejeté par admin',
    'screens/admin-recharges: Recharge rapide depuis le dashboard admin',
    'screens/admin-wallet: Correction de la transaction #2 : 3',
  ]);
});

test('the screens join texts with the comma and the colon of their language [ARB-01]', () => {
  // Names of a place for maps, colours of a gradient, codes.
  const others = /google\.com|gradient|samplesOf/;
  const joined = sourceFiles(/^web\/src\/.*(?<!\.test)\.tsx?$/).flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter(
        (line) =>
          /\}(, | : )(\$\{|`|<)|\} ?[,:]\{' '\}|join\(', '\)|^\s*\{[^?]*\} : \{|<\/bdi> : /.test(line) &&
          !others.test(line),
      )
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(joined).toEqual([]);
});

test('a counted noun takes the form of its number: 0, 1, 2, 3 to 10, 11 to 99, hundreds [ARB-02]', () => {
  expect(
    [0, 1, 2, 3, 10, 11, 99, 100, 102, 103, 111, 1_000].map((count) => counted(count, nouns.code)),
  ).toEqual([
    '0\u00a0كود',
    'كود واحد',
    'كودان',
    '3\u00a0أكواد',
    '10\u00a0أكواد',
    '11\u00a0كودًا',
    '99\u00a0كودًا',
    '100\u00a0كود',
    '102\u00a0كود',
    '103\u00a0أكواد',
    '111\u00a0كودًا',
    '1\u00a0000\u00a0كود',
  ]);
  expect(countedAfter(2, nouns.code)).toBe('كودين');
  expect(countedAfter(2, nouns.purchase)).toBe('عمليتي شراء');
  expect(countedAfter(3, nouns.code)).toBe(counted(3, nouns.code));
});

// Turned red by: `−${formatAmount(amount)}`, whose sign takes the direction of the sentence: `500 DA−`.
test('the sign of an amount is written with the amount, where it stays at the left in Arabic too [ARB-03]', () => {
  const apart = sourceFiles(/^web\/src\/.*(?<!\.test)\.tsx?$/).flatMap(({ path, text }) =>
    [...text.matchAll(/(?:[−+-] ?|\})\$\{formatAmount\(/g)].map(([found]) => `${path}: ${found}`),
  );
  expect(apart).toEqual([]);
  expect(formatSigned('−', 500)).toBe('\u2066−500 DA\u2069');
  expect(formatSigned('+ ', 12_500)).toBe('\u2066+ 12\u00a0500 DA\u2069');
});

test('digits are 0-9, an amount is DA and reads from left to right, and times are those of Algiers [ARB-03]', () => {
  expect(formatAmount(12_500.5)).toBe('\u206612\u00a0500,50 DA\u2069');
  expect(formatDateTime('2026-11-22T23:05:00Z')).toBe('23 نوفمبر 2026، 00:05');
  const now = Date.parse('2026-11-22T12:00:00Z');
  const ago = (minutes: number) => formatRelative(new Date(now - minutes * 60_000).toISOString(), now);
  expect([0, 1, 2, 5, 120, 3 * 60, 2 * 1_440].map(ago)).toEqual([
    'الآن',
    'منذ دقيقة واحدة',
    'منذ دقيقتين',
    'منذ 5\u00a0دقائق',
    'منذ ساعتين',
    'منذ 3\u00a0ساعات',
    'منذ يومين',
  ]);
  expect(formatMatches({ count: 10_000, capped: true }, nouns.account)).toBe('أكثر من 10\u00a0000\u00a0حساب');
});

// Turned red by: a list of offers that the server writes in French.
test('a refusal holds its figures and lists its offers in Arabic, and a message names no amount [ARB-04]', () => {
  expect(errorSentence('PURCHASE_BALANCE_SHORT', { available: 100, required: 150.5 })).toBe(
    'الرصيد غير كافٍ (المتاح \u2066100 DA\u2069، المطلوب \u2066150.5 DA\u2069)',
  );
  const marks = /[\u2066-\u2069]/g;
  const holding = errorSentence('OFFERS_HOLD_CODES', {
    offers: [
      { name: 'Petite', codes: 2 },
      { name: 'Grande', codes: 3 },
    ],
  });
  expect(holding.replaceAll(marks, '')).toBe(
    'في هذه العروض أكواد لم تُبَع: «Petite» (كودان)، «Grande» (3\u00a0أكواد)',
  );
  const losses = errorSentence('PRICE_BELOW_COST', {
    offers: [{ productName: 'PUBG', offerName: '660 UC', price: 469, cost: 470 }],
    more: 2,
  });
  expect(losses.replaceAll(marks, '')).toBe(
    'بيع بخسارة: «PUBG - 660 UC» بسعر 469 DA والتكلفة 470 DA، عرضان آخران',
  );
  expect(news('balance_credited', undefined)?.text).not.toMatch(/\d/);
  expect(news('unheard-of', undefined)).toBeUndefined();
  expect(news('webhook_off', undefined)?.path).toBe('/settings');
  expect(news('recharge_request', '7')?.path).toBe('/admin/recharge?request=7');
});

// Turned red by: marks of direction in a text that leaves the screen, which are copied with the code.
test('a code in a shared text stands alone on its line, and a serial on a ticket is one piece from left to right', async () => {
  const { codeSheet } = await import('@almas/locale/ar/screens/code-sheet');
  const shared = codeSheet.shareText('UC', [{ code: 'K7QX-44A1', serial: '12-34' }], ['']);
  expect(shared.split('\n')).toEqual(expect.arrayContaining(['K7QX-44A1', '12-34']));
  expect(shared).not.toMatch(/\p{Cf}/u);
  expect(codeSheet.ticket.serial('1234-5678')).toContain('\u20661234-5678\u2069');
});
