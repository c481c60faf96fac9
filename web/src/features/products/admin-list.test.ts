import type { Product } from '@almas/contract/products';
import { expect, test } from 'vitest';
import { gamesOf, selectProducts } from './admin-list.ts';

const offer = (stock: number) => ({ id: '1', name: 'O', value: '1', price: 100, region: 'DZ', stock });
const product = (part: Partial<Product>): Product => ({
  id: '1',
  name: 'Diamants',
  game: 'Free Fire',
  category: '',
  description: '',
  imageUrl: '',
  redeemText: '',
  redeemLink: '',
  status: 'active',
  offers: [],
  createdAt: '',
  updatedAt: '',
  lastSale: null,
  ...part,
});
const names = (products: readonly Product[]) => products.map(({ name }) => name);

test('the search of an administrator’s products covers name, game and description without regard to case or accents', () => {
  const products = [
    product({ name: 'Épique' }),
    product({ name: 'Autre', game: 'Héros' }),
    product({ name: 'Troisième', description: 'Livré sans délai' }),
  ];
  expect(names(selectProducts(products, ' EPIQUE ', 'all'))).toEqual(['Épique']);
  expect(names(selectProducts(products, 'heros', 'all'))).toEqual(['Autre']);
  expect(names(selectProducts(products, 'delai', 'all'))).toEqual(['Troisième']);
});

test('the products of an administrator are found by parts of several words, of name and game together [DSK-121]', () => {
  const products = [product({ name: 'Diamants', game: 'Mobile Legends' }), product({ name: 'Diamants' })];
  for (const search of ['mob leg', 'diam mob'])
    expect(
      selectProducts(products, search, 'all').map(({ game }) => game),
      search,
    ).toEqual(['Mobile Legends']);
});

test('the status filter of an administrator’s products keeps one status, or all', () => {
  const products = [product({ name: 'A' }), product({ name: 'B', status: 'draft' })];
  expect(names(selectProducts(products, '', 'draft'))).toEqual(['B']);
  expect(names(selectProducts(products, '', 'all'))).toEqual(['A', 'B']);
});

test('each game of an administrator’s products has its numbers of products, active ones, codes and empty offers', () => {
  const products = [
    product({ game: 'Roblox', offers: [offer(3), offer(0)] }),
    product({ game: 'Free Fire' }),
    product({ game: 'Roblox', status: 'inactive', offers: [offer(2)] }),
  ];
  expect(gamesOf(products)).toEqual([
    { game: 'Free Fire', products: 1, active: 1, stock: 0, emptyOffers: 0 },
    { game: 'Roblox', products: 2, active: 1, stock: 5, emptyOffers: 1 },
  ]);
});
