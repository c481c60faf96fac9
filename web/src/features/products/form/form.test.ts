import type { Product } from '@almas/contract/products';
import { productTemplates } from '@almas/locale/screens/product-templates';
import { expect, test } from 'vitest';
import { differencesOf, mergeDraft } from './conflict.ts';
import {
  blankOffer,
  emptyInfo,
  isUntouched,
  offerToSend,
  type ProductDraft,
  productDraftOf,
  productRules,
  templateOffers,
  WaitingCodes,
} from './draft.ts';

const offerNamed = (name: string) => ({ ...blankOffer(), name, value: '1', price: '149,50' });
const named = { ...emptyInfo, name: 'Diamants', game: 'Free Fire' };

const mistakes = (draft: ProductDraft) =>
  Object.fromEntries(
    productRules.safeParse(draft).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
  );

test('the rules of a product name every missing field', () => {
  expect(mistakes({ info: emptyInfo, offers: [{ ...blankOffer(), price: '0' }] })).toEqual({
    'info.name': 'PRODUCT_NAME_REQUIRED',
    'info.game': 'GAME_REQUIRED',
    'offers.0.name': 'OFFER_NAME_REQUIRED',
    'offers.0.value': 'OFFER_VALUE_REQUIRED',
    'offers.0.price': 'OFFER_PRICE_NOT_POSITIVE',
  });
  expect(mistakes({ info: named, offers: [] })).toEqual({ offers: 'OFFER_REQUIRED' });
});

test('the rules of a product refuse an address of a picture that the server would refuse', () => {
  const info = { ...named, imageUrl: 'pas une adresse' };
  expect(mistakes({ info, offers: [offerNamed('O')] })).toEqual({ 'info.imageUrl': 'IMAGE_URL_INVALID' });
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
  expect(isUntouched([{ ...first, waiting: new WaitingCodes(['A']) }, ...rest], template)).toBe(false);
});

const opened: Product = {
  id: 'p',
  name: 'Diamants',
  game: 'Free Fire',
  category: '',
  description: 'Avant',
  imageUrl: '',
  redeemText: '',
  redeemLink: '',
  status: 'active',
  offers: ['a', 'b', 'c'].map((id) => ({ id, name: id, value: '1', price: 100, region: 'DZ', stock: 0 })),
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  lastSale: null,
};
const [a, b, c] = opened.offers as [
  Product['offers'][number],
  Product['offers'][number],
  Product['offers'][number],
];
const edited = (
  id: string,
  part: { name?: string; price?: string; waiting?: WaitingCodes },
): ProductDraft => {
  const draft = productDraftOf(opened);
  return { ...draft, offers: draft.offers.map((offer) => (offer.id === id ? { ...offer, ...part } : offer)) };
};
const pricesOf = ({ offers }: ProductDraft) =>
  Object.fromEntries(offers.map(({ name, price }) => [name, price]));

test('a merged offer takes field by field what only the colleague changed, and keeps what was typed', () => {
  const now = { ...opened, offers: [{ ...a, price: 150 }, { ...b, price: 150 }, c] };
  expect(pricesOf(mergeDraft(edited('a', { name: 'A' }), opened, now))).toEqual({
    A: '150',
    b: '150',
    c: '100',
  });
  expect(pricesOf(mergeDraft(edited('a', { price: '90' }), opened, now))).toEqual({
    a: '90',
    b: '150',
    c: '100',
  });
  expect(pricesOf(mergeDraft(edited('a', { price: '100,00' }), opened, now))).toMatchObject({ a: '150' });
  expect(pricesOf(mergeDraft(edited('a', { price: '' }), opened, now))).toMatchObject({ a: '' });
});

test('a merged form drops offers that the colleague deleted, unless they were edited or have codes', () => {
  const now = { ...opened, offers: [c] };
  expect(pricesOf(mergeDraft(edited('a', { price: '90' }), opened, now))).toEqual({ a: '90', c: '100' });
});

test('the differences of a changed product distinguish what was typed from what only the colleague changed', () => {
  const now = {
    ...opened,
    description: 'Du collègue',
    offers: [
      { ...a, price: 150 },
      { ...b, price: 150 },
    ],
  };
  expect(differencesOf(edited('a', { price: '90' }), opened, now)).toEqual([
    { label: 'Description', mine: null, before: 'Avant', theirs: 'Du collègue' },
    {
      label: 'Offre « a »',
      mine: 'a · 1 · 90 DA · DZ',
      before: 'a · 1 · 100 DA · DZ',
      theirs: 'a · 1 · 150 DA · DZ',
    },
    { label: 'Offre « b »', mine: null, before: 'b · 1 · 100 DA · DZ', theirs: 'b · 1 · 150 DA · DZ' },
    { label: 'Offre « c »', mine: null, before: 'c · 1 · 100 DA · DZ', theirs: 'absente' },
  ]);
});

test('a new offer that is already stored, because the response to its save was lost, is recognised once', () => {
  const fresh = { ...blankOffer(), name: 'd', value: '1', price: '5' };
  const draft = { ...productDraftOf(opened), offers: [...productDraftOf(opened).offers, fresh] };
  const now = { ...opened, offers: [...opened.offers, { ...a, id: 'd', name: 'd', price: 5 }] };
  expect(differencesOf(draft, opened, now)).toEqual([]);
  expect(mergeDraft(draft, opened, now).offers.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  const twice = { ...draft, offers: [...draft.offers, { ...fresh, key: 'another' }] };
  expect(mergeDraft(twice, opened, now).offers.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', null]);
});
