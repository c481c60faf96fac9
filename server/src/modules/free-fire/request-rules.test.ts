import { expect, test } from 'vitest';
import type { Centimes } from '../../money/amount.ts';
import { brokenRequestRule, type FreeFireRequestRules } from './request-rules.ts';

const price = 15_000 as Centimes;
const allowed: FreeFireRequestRules = {
  user: { role: 'reseller', status: 'active', balance: price },
  isOnline: true,
  offer: { price, status: 'active' },
  amount: price,
};
const refusalOf = (changes: Partial<FreeFireRequestRules>) =>
  brokenRequestRule({ ...allowed, ...changes })?.message;

test('the role rule of a Free Fire request lets resellers and administrators pass, and no other role [FFR-18][FFR-19]', () => {
  expect(refusalOf({})).toBeUndefined();
  expect(refusalOf({ user: { ...allowed.user, role: 'admin' } })).toBeUndefined();
  expect(refusalOf({ user: { ...allowed.user, role: 'guest', status: 'inactive' } })).toBe(
    'Seuls les revendeurs peuvent effectuer des demandes Free Fire',
  );
});

test('a balance of exactly the price is enough for a Free Fire request, and a centime less is not [FFR-23]', () => {
  const poor = { ...allowed.user, balance: (price - 1) as Centimes };
  expect(refusalOf({})).toBeUndefined();
  expect(refusalOf({ user: poor })).toBe('Solde insuffisant. Solde actuel: 149.99 DA, Prix: 150 DA');
});
