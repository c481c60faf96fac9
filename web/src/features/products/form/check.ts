import { errors as sentences } from '@almas/locale/errors';
import { type InfoDraft, type OfferDraft, type ProductDraft, priceOf } from './draft.ts';

/** Sentence by field: `name`, `game`, `offers`, `<offer key>.price`, … */
export type FieldErrors = Readonly<Record<string, string>>;

export const offerField = (key: string, field: 'name' | 'value' | 'price') => `${key}.${field}`;

/** The info-only save looks at name and game only. */
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

/** The new form and the full save. */
export function checkProduct({ info, offers }: ProductDraft): FieldErrors {
  return {
    ...checkInfo(info),
    ...(offers.length === 0 && { offers: sentences.OFFER_REQUIRED }),
    ...Object.assign({}, ...offers.map(checkOffer)),
  };
}

/** Fields that the server judges by its own rules, by the code of its refusal. */
const judged: Readonly<Record<string, string>> = {
  PRODUCT_NAME_REQUIRED: 'name',
  GAME_REQUIRED: 'game',
  IMAGE_URL_INVALID: 'imageUrl',
  PICTURE_GONE: 'imageUrl',
  OFFER_REQUIRED: 'offers',
};

export function refusedField(error: unknown): FieldErrors {
  if (!(error instanceof Error && 'code' in error)) return {};
  const field = judged[String(error.code)];
  return field ? { [field]: error.message } : {};
}
