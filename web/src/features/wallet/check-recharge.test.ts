import { readTypedAmount } from '@almas/contract/typed-amount';
import { expect, test } from 'vitest';
import { rechargeMistake } from './check-recharge.ts';

test.each([
  ['', false, 'Données manquantes'],
  ['   ', true, 'Données manquantes'],
  ['0', false, 'Montant invalide'],
  ['-5', false, 'Montant invalide'],
  ['abc', false, 'Montant invalide'],
  ['1,500', false, 'Montant invalide'],
  ['0,5', true, 'Montant invalide'],
  ['10,25', true, 'Montant invalide'],
  ['1000000,01', false, 'Montant trop élevé - maximum 1,000,000 DZD par recharge'],
  ['1000001', true, 'Montant trop élevé - maximum 1,000,000 DZD par recharge'],
  ['0,5', false, null],
  ['1', true, null],
  ['1.500', true, null],
  ['1 000 000', true, null],
])('a recharge of %j (whole dinars: %s) gets the message %j', (text, whole, sentence) => {
  expect(rechargeMistake(readTypedAmount(text), whole)).toBe(sentence);
});
