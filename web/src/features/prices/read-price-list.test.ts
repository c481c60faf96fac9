import { expect, test } from 'vitest';
import type { SourceGrid } from '../codes/reader/grid.ts';
import { readTable } from '../codes/reader/table.ts';
import { guessPriceColumns, readPriceList } from './read-price-list.ts';

// Turned red by: a level's column taken for the base price, a price with a comma read a hundred times too large.
const grid = (text: string): SourceGrid => readTable(text) ?? { heads: [], rows: [] };
const levels = [
  { id: '1', name: 'Gros' },
  { id: '2', name: 'Demi-gros' },
];

test('a list with headings gives offers with their base price and the price of each level', () => {
  const source = grid(
    [
      'Produit;Offre;Prix public;Gros;Demi-Gros',
      'PUBG Mobile;660 UC;1 450,50;1 400;1 420 DA',
      'PUBG Mobile;325 UC;750;;735',
      'Total;;;;',
    ].join('\n'),
  );
  const columns = guessPriceColumns(source, levels);
  expect(columns).toEqual({ product: 0, offer: 1, base: 2, levels: { 1: 3, 2: 4 } });
  expect(readPriceList(source, columns)).toEqual({
    lines: [
      {
        offer: 'PUBG Mobile 660 UC',
        prices: [
          { levelId: null, price: 1_450.5 },
          { levelId: '1', price: 1_400 },
          { levelId: '2', price: 1_420 },
        ],
      },
      {
        offer: 'PUBG Mobile 325 UC',
        prices: [
          { levelId: null, price: 750 },
          { levelId: '2', price: 735 },
        ],
      },
    ],
    unreadable: [4],
  });
});

// Turned red by: the first price of a list, which is what the owner pays.
test.each([
  ['Offre;Prix d’achat;Prix de vente', 2],
  ['Offre;Coût DA;Tarif', 2],
  ['Offre;Prix d’achat;Région', -1],
])('of the columns %s the base price is guessed in column %i, and never what codes cost', (heads, base) => {
  const last = heads.endsWith('Région') ? 'DZ' : '150';
  const source = grid([heads, `60 UC;140;${last}`, `325 UC;700;${last}`].join('\n'));
  expect(guessPriceColumns(source, levels).base).toBe(base);
});

test('a list of a message without headings gives the longest texts as offers and the first amounts as prices', () => {
  const source = grid('Free Fire 100+10\t150\nFree Fire 310+31\t440\nFree Fire 520+52\t730');
  expect(readPriceList(source, guessPriceColumns(source, levels)).lines).toEqual([
    { offer: 'Free Fire 100+10', prices: [{ levelId: null, price: 150 }] },
    { offer: 'Free Fire 310+31', prices: [{ levelId: null, price: 440 }] },
    { offer: 'Free Fire 520+52', prices: [{ levelId: null, price: 730 }] },
  ]);
});

// Turned red by: a price that cannot be read and is left out in silence, because another one of its row can.
test('a row with a price that cannot be read is named and changes no price; a blank or a dash is no price', () => {
  const source = grid(
    [
      'Offre;Prix;Gros;Demi-gros',
      '60 UC;1000+100;-5;1450',
      '325 UC;750;—;gratuit',
      '660 UC;1400;-;1350',
    ].join('\n'),
  );
  const columns = { product: -1, offer: 0, base: 1, levels: { 1: 2, 2: 3 } };
  expect(readPriceList(source, columns)).toEqual({
    lines: [
      {
        offer: '660 UC',
        prices: [
          { levelId: null, price: 1_400 },
          { levelId: '2', price: 1_350 },
        ],
      },
    ],
    unreadable: [2, 3],
  });
});
