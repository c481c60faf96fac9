import { expect, test } from 'vitest';
import { rechargeRules } from './check-recharge.ts';

test.each([
  ['', false, 'Données manquantes'],
  ['   ', true, 'Données manquantes'],
  ['0', false, 'RECHARGE_AMOUNT_INVALID'],
  ['-5', false, 'RECHARGE_AMOUNT_INVALID'],
  ['abc', false, 'RECHARGE_AMOUNT_INVALID'],
  ['1,500', false, 'RECHARGE_AMOUNT_INVALID'],
  ['0,5', true, 'RECHARGE_AMOUNT_INVALID'],
  ['10,25', true, 'RECHARGE_AMOUNT_INVALID'],
  ['1000000,01', false, 'RECHARGE_TOO_HIGH'],
  ['1000001', true, 'RECHARGE_TOO_HIGH'],
  ['0,5', false, undefined],
  ['1', true, undefined],
  ['1.500', true, undefined],
  ['1 000 000', true, undefined],
])('a recharge of %j (whole dinars: %s) gets the error %j', (amount, whole, error) => {
  const rules = whole ? rechargeRules.wholeDinars : rechargeRules.decimals;
  expect(rules.safeParse({ amount }).error?.issues[0]?.message).toBe(error);
});
