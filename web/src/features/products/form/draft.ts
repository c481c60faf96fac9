import type { Offer, Product } from '@almas/contract/products';
import { readTypedAmount } from '@almas/contract/typed-amount';
import { errors as sentences } from '@almas/locale/errors';
import { editableAmount } from '@almas/locale/formats';
import type { OfferTemplate } from '@almas/locale/screens/product-templates';

/** The state of the form during editing; texts as typed. */
export interface InfoDraft {
  readonly name: string;
  readonly game: string;
  readonly category: string;
  readonly imageUrl: string;
  readonly description: string;
  readonly redeemText: string;
  readonly redeemLink: string;
  readonly status: Product['status'];
}

export interface OfferDraft {
  /** Identifies the offer on this screen, saved or not. */
  readonly key: string;
  /** null: not saved yet. */
  readonly id: string | null;
  readonly name: string;
  readonly value: string;
  /** DA, as typed. */
  readonly price: string;
  readonly region: string;
  /** Codes given before the offer is saved (AMB-10). */
  readonly codes: readonly string[];
  /** The serial of each of `codes`, '' for none. */
  readonly serials?: readonly string[];
  /** Two codes that differ in case only are two codes (AMB-100). */
  readonly caseSignificant?: boolean;
}

export interface ProductDraft {
  readonly info: InfoDraft;
  readonly offers: readonly OfferDraft[];
  /** The product as it was when the form was opened: stored with the draft, so that a restored draft never counts as based on a newer version. */
  readonly opened?: Product;
  /** How many codes the end of the session has dropped: they are never stored in the browser. */
  readonly lostCodes?: number;
}

export const emptyInfo: InfoDraft = {
  name: '',
  game: '',
  category: '',
  imageUrl: '',
  description: '',
  redeemText: '',
  redeemLink: '',
  status: 'active',
};

/** Also different from the keys of a draft kept over a reload. */
let lastKey = Date.now();
const nextKey = () => {
  lastKey += 1;
  return `offer-${lastKey}`;
};

export const blankOffer = (): OfferDraft => ({
  key: nextKey(),
  id: null,
  name: '',
  value: '',
  price: '',
  region: 'DZ',
  codes: [],
});

export const templateOffers = (templates: readonly OfferTemplate[]): OfferDraft[] =>
  templates.map(({ name, value, price }) => ({ ...blankOffer(), name, value, price: editableAmount(price) }));

export const storedOffer = ({ id, name, value, price, region, caseSignificant }: Offer): OfferDraft => ({
  key: id,
  id,
  name,
  value,
  price: editableAmount(price),
  region,
  codes: [],
  ...(caseSignificant !== undefined && { caseSignificant }),
});

export function productDraftOf(product: Product): ProductDraft {
  const { name, game, category, imageUrl, description, redeemText, redeemLink, status } = product;
  return {
    info: { name, game, category, imageUrl, description, redeemText, redeemLink, status },
    offers: product.offers.map(storedOffer),
    opened: product,
  };
}

/** DA; NaN when it is not a number, or ambiguous. */
export function priceOf({ price }: Pick<OfferDraft, 'price'>): number {
  const typed = readTypedAmount(price);
  return typed.kind === 'amount' ? typed.amount : Number.NaN;
}

/** An offer as it is sent: its stock is informative and never written (AMB-10). */
export const offerToSend = (offer: OfferDraft, stock: number) => ({
  id: offer.id,
  name: offer.name.trim(),
  value: offer.value.trim(),
  price: priceOf(offer),
  region: offer.region.trim() || 'DZ',
  stock,
  ...(offer.caseSignificant !== undefined && { caseSignificant: offer.caseSignificant }),
});

/** Whether nothing in these offers was typed: they are blank or unchanged from a template. */
export function isUntouched(offers: readonly OfferDraft[], template: readonly OfferTemplate[]): boolean {
  if (offers.some(({ codes }) => codes.length > 0)) return false;
  if (offers.every(({ name, value, price }) => name + value + price === '')) return true;
  return (
    offers.length === template.length &&
    offers.every((offer, index) => {
      const model = template[index];
      return (
        model && offer.name === model.name && offer.value === model.value && priceOf(offer) === model.price
      );
    })
  );
}

/** Error messages by field: `name`, `game`, `offers`, `<offer key>.price`, … */
export type FieldErrors = Readonly<Record<string, string>>;

export const offerField = (key: string, field: 'name' | 'value' | 'price') => `${key}.${field}`;

/** The errors for saving only the information: name and game. */
export function checkInfo({ name, game }: InfoDraft): FieldErrors {
  return {
    ...(name.trim() === '' && { name: sentences.PRODUCT_NAME_REQUIRED }),
    ...(game.trim() === '' && { game: sentences.GAME_REQUIRED }),
  };
}

function checkOffer(offer: OfferDraft): FieldErrors {
  const { key, name, value } = offer;
  return {
    ...(name.trim() === '' && { [offerField(key, 'name')]: sentences.OFFER_NAME_REQUIRED }),
    ...(value.trim() === '' && { [offerField(key, 'value')]: sentences.OFFER_VALUE_REQUIRED }),
    ...(!(priceOf(offer) > 0) && { [offerField(key, 'price')]: sentences.OFFER_PRICE_NOT_POSITIVE }),
  };
}

/** The errors for the new form and the full save. */
export function checkProduct({ info, offers }: ProductDraft): FieldErrors {
  return {
    ...checkInfo(info),
    ...(offers.length === 0 && { offers: sentences.OFFER_REQUIRED }),
    ...Object.assign({}, ...offers.map(checkOffer)),
  };
}

/** The field of each error code of the server. */
const fieldOfRefusal: Readonly<Record<string, string>> = {
  PRODUCT_NAME_REQUIRED: 'name',
  GAME_REQUIRED: 'game',
  IMAGE_URL_INVALID: 'imageUrl',
  PICTURE_GONE: 'imageUrl',
  REDEEM_LINK_INVALID: 'redeemLink',
  OFFER_REQUIRED: 'offers',
};

export function refusedField(error: unknown): FieldErrors {
  if (!(error instanceof Error && 'code' in error)) return {};
  const field = fieldOfRefusal[String(error.code)];
  return field ? { [field]: error.message } : {};
}
