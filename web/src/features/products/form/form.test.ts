import { productTemplates } from '@almas/locale/screens/product-templates';
import { expect, test } from 'vitest';
import {
  blankOffer,
  checkInfo,
  checkProduct,
  emptyInfo,
  isUntouched,
  offerToSend,
  templateOffers,
} from './draft.ts';

const named = { ...emptyInfo, name: 'Diamants', game: 'Free Fire' };

test('the full check of a product names every missing field', () => {
  const offer = { ...blankOffer(), price: '0' };
  const errors = checkProduct({ info: emptyInfo, offers: [offer] });
  expect(errors).toEqual({
    name: 'Le nom du produit est requis',
    game: 'Le jeu est requis',
    [`${offer.key}.name`]: "Le nom de l'offre est requis",
    [`${offer.key}.value`]: 'La valeur est requise',
    [`${offer.key}.price`]: 'Le prix doit être supérieur à 0',
  });
  expect(checkProduct({ info: named, offers: [] })).toEqual({ offers: 'Au moins une offre est requise' });
});

test('the information check of a product looks at name and game only', () => {
  expect(checkInfo({ ...named, imageUrl: 'pas une adresse' })).toEqual({});
});

test('a typed offer is sent with a decimal price, the default region and a stock of 0', () => {
  const offer = { ...blankOffer(), name: ' O ', value: '1', price: '149,50', region: ' ' };
  expect(offerToSend(offer, 0)).toEqual({
    id: null,
    name: 'O',
    value: '1',
    price: 149.5,
    region: 'DZ',
    stock: 0,
  });
});

test('offers that were edited by hand, or that have codes, do not count as untouched', () => {
  const template = productTemplates.Roblox ?? [];
  const offers = templateOffers(template);
  const [first, ...rest] = offers;
  if (!first) throw new Error('a template has offers');
  expect(isUntouched([], [])).toBe(true);
  expect(isUntouched(offers, template)).toBe(true);
  expect(isUntouched([{ ...first, price: '1' }, ...rest], template)).toBe(false);
  expect(isUntouched([{ ...first, codes: ['A'] }, ...rest], template)).toBe(false);
});
