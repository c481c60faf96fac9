import { expect, test } from 'vitest';
import { atOwnPrice, byOffer, priceAt, withOwnPrices } from './own-prices.ts';

const own = byOffer({
  version: 'v',
  offers: [
    {
      offerId: 'a',
      price: 470,
      breaks: [
        { minQuantity: 10, price: 468 },
        { minQuantity: 50, price: 460 },
      ],
    },
  ],
});

// Turned red by: a break that is reached one code too late.
test('an offer costs the own price of the quantity, or what all see', () => {
  const offer = { id: 'a', price: 480 };
  expect([1, 9, 10, 49, 50, 100].map((quantity) => priceAt(own, offer, quantity))).toEqual([
    470, 470, 468, 468, 460, 460,
  ]);
  expect(priceAt(own, { id: 'b', price: 300 }, 50)).toBe(300);
  expect(atOwnPrice(own, offer).price).toBe(470);
});

test('without own prices the list of products is the same one', () => {
  const products = [] as never[];
  expect(withOwnPrices(products, new Map())).toBe(products);
});
