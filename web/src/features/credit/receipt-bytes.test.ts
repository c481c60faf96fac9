import { expect, test } from 'vitest';
import { receiptBytes } from './receipt-bytes.ts';
import { receiptText, type ShownReceipt } from './receipt-content.ts';

const receipt: ShownReceipt = {
  receiptNumber: 12,
  userName: 'Amine Benali',
  company: 'Cyber Etoile',
  amount: 15_000,
  debtBefore: 20_000,
  debtAfter: 5_000,
  dueOn: '2026-03-09',
  collectedByName: 'Riad Slimani',
  note: '',
  createdAt: '2026-03-02T11:00:00.000Z',
};
const noPicture = () => ({ bytesPerRow: 0, rows: 0, dots: new Uint8Array() });
const printed = (shown: ShownReceipt) => Buffer.from(receiptBytes(shown, '58', noPicture)).toString('latin1');

test('a receipt on 58 mm names its number, who paid, who collected, and leaves room to sign [CRE-11]', () => {
  const text = printed(receipt);
  for (const part of ['12', 'Amine Benali', 'Cyber Etoile', 'Riad Slimani', 'Signature'])
    expect(text).toContain(part);
});

test('a shared receipt says what was received and what is left, and no line for a signature; one taken back says so [CRE-11]', () => {
  const lines = receiptText(receipt).split('\n');
  expect(lines).toContain('Reçu n° 12');
  expect(lines.some((line) => line.startsWith('Reçu en espèces'))).toBe(true);
  expect(lines.some((line) => line.startsWith('Reste à payer'))).toBe(true);
  expect(lines.some((line) => line.startsWith('Signature'))).toBe(false);
  expect(lines).not.toContain('ANNULÉ');
  expect(receiptText({ ...receipt, isTakenBack: true })).toContain('ANNULÉ');
  expect(receiptText({ ...receipt, debtAfter: 0, dueOn: null })).not.toMatch(/échéance/i);
});

// Turned red by: a receipt of a transfer that says « en espèces », on paper or in a message.
test('a receipt on paper and in a message says how the debt was paid [CRE-53]', () => {
  for (const [method, said] of [
    ['cash', 'Reçu en espèces'],
    ['ccp', 'Reçu par CCP'],
    ['baridimob', 'Reçu par BaridiMob'],
    ['bank_transfer', 'Reçu par virement'],
  ] as const) {
    expect(receiptText({ ...receipt, method })).toMatch(new RegExp(`^${said} : `, 'm'));
    const onPaper = printed({ ...receipt, method });
    expect([
      onPaper.includes('par CCP'),
      onPaper.includes('par BaridiMob'),
      onPaper.includes('par virement'),
    ]).toEqual([method === 'ccp', method === 'baridimob', method === 'bank_transfer']);
  }
});

// Turned red by: « Prochaine échéance » of a day before the receipt.
test('a receipt of a debt that stays late names its day as the due day, and not as the next one', () => {
  const late = receiptText({ ...receipt, dueOn: '2026-02-20' });
  expect(late.split('\n')).toContain('Échéance : 20 févr. 2026');
});
