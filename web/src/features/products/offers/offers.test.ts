import type { Offer, Product } from '@almas/contract/products';
import { expect, test } from 'vitest';
import { offerRows, selectOffers, sortOffers } from './offer-rows.ts';
import { readEdits, withTyped } from './price-edits.ts';

const offer = (id: string, price: number, stock: number): Offer => ({
  id,
  name: `Pack ${id}`,
  value: '110 Diamants',
  price,
  region: 'DZ',
  stock,
});
const product = (id: string, game: string, offers: readonly Offer[]): Product => ({
  id,
  name: `Produit ${id}`,
  game,
  category: '',
  description: '',
  imageUrl: '',
  redeemText: '',
  redeemLink: '',
  status: 'active',
  offers: [...offers],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  lastSale: null,
});
const products = [
  product('p', 'PUBG', [offer('b', 200, 9), offer('a', 100, 0)]),
  product('f', 'Free Fire', [offer('c', 150.5, 4)]),
];
const rows = offerRows(products, [{ offerId: 'a', sold: 7, days: null, reorder: false }]);
const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id).join('');

test('offers are sorted by game and product and keep their own order within one, or by stock or sales [WRK-43]', () => {
  expect(ids(sortOffers(rows, 'name', 'asc'))).toBe('cba');
  expect(ids(sortOffers(rows, 'stock', 'asc'))).toBe('acb');
  expect(ids(sortOffers(rows, 'sold', 'desc'))).toBe('acb');
  expect(rows.map(({ sales }) => sales?.sold)).toEqual([0, 7, 0]);
  expect(offerRows(products, undefined)[0]?.sales).toBeUndefined();
});

test('offers are searched by game, product, offer and value', () => {
  expect(ids(selectOffers(rows, 'pack a 110'))).toBe('a');
  expect(ids(selectOffers(rows, 'free'))).toBe('c');
  expect(selectOffers(rows, 'diam')).toHaveLength(3);
});

// Turned red by: an edit that stays when the stored price is typed again, and is then saved.
test('a price that is typed back to the stored one is no edit, and one that cannot be sold at is not among those to save [WRK-41]', () => {
  const [b, a, c] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]];
  const typed = withTyped(withTyped({}, a, '110'), c, '0');
  expect(withTyped(withTyped({}, c, '160'), c, '150,5')).toEqual({});
  const { changes, wrong } = readEdits(withTyped(typed, b, '1,500'), rows);
  expect(changes.map(({ row, price, seen }) => [row.id, price, seen])).toEqual([['a', 110, 100]]);
  expect(wrong.c?.mistake).toBe('Le prix doit être supérieur à 0');
  expect(wrong.b?.mistake).toContain('1500');
});
