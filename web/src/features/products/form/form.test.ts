import type { Product } from '@almas/contract/products';
import { productTemplates } from '@almas/locale/screens/product-templates';
import { expect, test } from 'vitest';
import {
  blankOffer,
  changesSince,
  emptyInfo,
  isStored,
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
const draft = productDraftOf(opened);

test('the changes of a product since its form was opened name each field and each offer with both values', () => {
  const now: Product = {
    ...opened,
    description: 'Du collègue',
    status: 'draft',
    offers: [{ ...a, price: 150 }, b, { ...c, id: 'd', name: 'd', stock: 3 }],
  };
  expect(changesSince(opened, now, draft)).toEqual([
    { label: 'Description', before: 'Avant', now: 'Du collègue' },
    { label: 'Statut', before: 'Actif', now: 'Brouillon' },
    { label: 'Offre « a »', before: 'a · 1 · 100 DA · DZ', now: 'a · 1 · 150 DA · DZ' },
    { label: 'Offre « c »', before: 'c · 1 · 100 DA · DZ', now: 'absent' },
    { label: 'Offre « d »', before: 'absent', now: 'd · 1 · 100 DA · DZ · 3 codes' },
  ]);
});

test('codes that were sold or imported are no change of a product, unless the save would delete them with their offer', () => {
  const now = { ...opened, offers: [{ ...a, stock: 4 }, b, c] };
  expect(changesSince(opened, now, draft)).toEqual([]);
  const without = { ...draft, offers: draft.offers.slice(1) };
  expect(changesSince(opened, now, without)).toEqual([
    { label: 'Offre « a »', before: 'a · 1 · 100 DA · DZ', now: 'a · 1 · 100 DA · DZ · 4 codes' },
  ]);
  expect(changesSince(now, opened, without)).toEqual([]);
});

test('a product whose save lost its response counts as stored, also with an offer that was new', () => {
  const fresh = { ...blankOffer(), name: ' d ', value: '1', price: '5,00' };
  const edited = { info: { ...draft.info, description: ' Après ' }, offers: [...draft.offers, fresh] };
  const now = {
    ...opened,
    description: 'Après',
    offers: [...opened.offers, { ...a, id: 'd', name: 'd', price: 5 }],
  };
  expect(isStored(edited, now)).toBe(true);
  expect(isStored(edited, opened)).toBe(false);
  expect(isStored(edited, { ...now, category: 'Du collègue' })).toBe(false);
  expect(isStored(edited, { ...now, offers: [...now.offers, { ...b, id: 'e' }] })).toBe(false);
  expect(isStored({ ...edited, offers: [...draft.offers, { ...fresh, price: '6' }] }, now)).toBe(false);
  const [first, ...rest] = draft.offers;
  expect(isStored({ ...draft, offers: first ? [{ ...first, id: 'x' }, ...rest] : [] }, opened)).toBe(false);
});
