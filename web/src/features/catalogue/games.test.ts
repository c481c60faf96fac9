import type { Offer, Product } from '@almas/contract/products';
import { describe, expect, test } from 'vitest';
import { filterProducts, noFilter, regionsOf, summariseGames } from './games.ts';

const offer = (change: Partial<Offer> = {}): Offer => ({
  id: 'o',
  name: '100 + 10',
  value: '110 Diamants',
  price: 150,
  region: 'DZ',
  stock: 3,
  ...change,
});
const product = (change: Partial<Product> = {}): Product => ({
  id: 'p',
  name: 'Diamants',
  game: 'Free Fire',
  category: '',
  description: '',
  imageUrl: '',
  redeemText: '',
  redeemLink: '',
  status: 'active',
  offers: [offer()],
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  lastSale: null,
  ...change,
});

describe('the games', () => {
  test('a game counts active and inactive products, never drafts; its stock and its lowest price above 0 are those of the active ones [CAT-05]', () => {
    const products = [
      product({ offers: [offer(), offer({ price: 90, stock: 0 }), offer({ price: 0, stock: 0 })] }),
      product({ status: 'inactive', offers: [offer({ price: 10, stock: 50 })] }),
      product({ status: 'draft', offers: [offer({ price: 1 })] }),
    ];
    expect(summariseGames(products)).toEqual([
      { game: 'Free Fire', products: 2, active: 1, stock: 3, lowestPrice: 90, onSale: true },
    ]);
  });

  test('the games are in alphabetical order, and a game of drafts only is left out', () => {
    const games = ['Roblox', 'Éveil', 'Fortnite'].map((game) => product({ game }));
    const shown = summariseGames([...games, product({ game: 'Brouillon', status: 'draft' })]);
    expect(shown.map(({ game }) => game)).toEqual(['Éveil', 'Fortnite', 'Roblox']);
  });

  test('the games with nothing for sale come last, whatever their name', () => {
    const products = [
      product({ game: 'Alpha', status: 'inactive' }),
      product({ game: 'Bravo', offers: [] }),
      product({ game: 'Zoulou', offers: [offer({ stock: 0 })] }),
      product({ game: 'Yankee' }),
    ];
    const shown = summariseGames(products).map(({ game, onSale }) => [game, onSale]);
    expect(shown).toEqual([
      ['Yankee', true],
      ['Zoulou', true],
      ['Alpha', false],
      ['Bravo', false],
    ]);
  });

  test('a game without an offer has no lowest price', () => {
    expect(summariseGames([product({ offers: [] })])[0]?.lowestPrice).toBeNull();
  });
});

describe('the products of a game', () => {
  const all = [
    product({ id: '1', name: 'Édition spéciale', offers: [offer({ region: 'INT', price: 500 })] }),
    product({ id: '2', name: 'Pass', offers: [offer(), offer({ price: 900 })] }),
    product({ id: '3', name: 'Retiré', status: 'inactive' }),
    product({ id: '4', name: 'Pass', game: 'Roblox' }),
  ];
  const shown = (change: Partial<typeof noFilter>) =>
    filterProducts(all, 'Free Fire', { ...noFilter, ...change }).map(({ id, offers }) => [id, offers.length]);

  test('a game lists only its active products and their offers', () =>
    expect(shown({})).toEqual([
      ['1', 1],
      ['2', 2],
    ]));
  test('the products of a game are searched without regard to case, accents or outer spaces', () =>
    expect(shown({ search: '  EDITION ' })).toEqual([['1', 1]]));
  test('the products of a game are found by parts of several words [DSK-121]', () => {
    expect(shown({ search: 'edi spe' })).toEqual([['1', 1]]);
    expect(shown({ search: 'pass 110' })).toEqual([['2', 2]]);
    expect(shown({ search: 'edi 900' })).toEqual([]);
  });
  test('the offers of a game are narrowed by region', () =>
    expect(shown({ region: 'INT' })).toEqual([['1', 1]]));
  test('the offers of a game are narrowed by prices, bounds included', () => {
    expect(shown({ min: 500, max: 900 })).toEqual([
      ['1', 1],
      ['2', 1],
    ]);
    expect(shown({ min: 900.01 })).toEqual([]);
  });
  test('a game gives its regions as the choices of the region filter', () =>
    expect(regionsOf(all, 'Free Fire')).toEqual(['DZ', 'INT']));
});
