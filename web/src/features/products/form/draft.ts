import { OfferInput, ProductInfo } from '@almas/contract/forms';
import type { Offer, Product } from '@almas/contract/products';
import { readTypedAmount } from '@almas/contract/typed-amount';
import { editableAmount, formatAmount } from '@almas/locale/formats';
import { adminProducts } from '@almas/locale/screens/admin-products';
import { productForm } from '@almas/locale/screens/product-form';
import type { OfferTemplate } from '@almas/locale/screens/product-templates';
import * as z from 'zod';
import { typedAmount } from '../../../lib/typed-rules.ts';
import type { Mistakes } from '../../../ui/use-form.ts';
import { type BatchDraft, emptyBatch } from '../../codes/batch-draft.ts';

/** The state of the form during editing; texts as typed. */
export type InfoDraft = Readonly<z.output<typeof ProductInfo>>;

/**
 * Codes given before the offer is saved (AMB-10), and the serial of each, '' for none. A class, because the form library copies plain
 * objects at every edit: there may be 100,000.
 */
export class WaitingCodes {
  readonly codes: readonly string[];
  readonly serials: readonly string[] | undefined;
  /** What is said of all of them: they become one batch. */
  readonly batch: BatchDraft;

  constructor(codes: readonly string[] = [], serials?: readonly string[], batch = emptyBatch) {
    this.codes = codes;
    this.serials = serials;
    this.batch = batch;
  }
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
  readonly waiting: WaitingCodes;
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

export const infoFields = Object.keys(emptyInfo) as (keyof InfoDraft)[];

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
  waiting: new WaitingCodes(),
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
  waiting: new WaitingCodes(),
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

/** Whether a product is stored as the draft has it; an offer that was new in the draft has an id now. */
export function isStored({ info, offers }: ProductDraft, now: Product): boolean {
  const stored = productDraftOf(now);
  const content = (offer: OfferDraft) => {
    const { id: _id, ...sent } = offerToSend(offer, 0);
    return JSON.stringify(sent);
  };
  return (
    infoFields.every((field) => info[field].trim() === stored.info[field]) &&
    offers.length === stored.offers.length &&
    offers.every(({ id, ...offer }, index) => {
      const same = stored.offers[index];
      return same && (id ?? same.id) === same.id && content({ id, ...offer }) === content(same);
    })
  );
}

interface Change {
  readonly label: string;
  readonly before: string;
  readonly now: string;
}

const infoText = (product: Product, field: (typeof infoFields)[number]) =>
  field === 'status' ? adminProducts.status[product.status] : product[field];
const offerText = ({ name, value, price, region }: Offer) =>
  [name, value, formatAmount(price), region].filter(Boolean).join(' · ');

/**
 * What was stored differently since the form was opened. The codes of an offer that is not in the form count too: the save would
 * delete them.
 */
export function changesSince(opened: Product, now: Product, draft: ProductDraft): readonly Change[] {
  const info = infoFields
    .map((field) => ({
      label: productForm[field],
      before: infoText(opened, field) || productForm.stale.absent,
      now: infoText(now, field) || productForm.stale.absent,
    }))
    .filter((change) => change.before !== change.now);
  const find = ({ offers }: Product, id: string) => offers.find((offer) => offer.id === id);
  const ids = new Set([...opened.offers, ...now.offers].map(({ id }) => id));
  const offers = [...ids].flatMap((id) => {
    const [before, stored] = [find(opened, id), find(now, id)];
    const texts = [before, stored].map((offer) => (offer ? offerText(offer) : productForm.stale.absent));
    const isInForm = draft.offers.some((offer) => offer.id === id);
    const codes = isInForm ? 0 : (stored?.stock ?? 0);
    const codesAdded = codes > (before?.stock ?? 0);
    if (texts[0] === texts[1] && !codesAdded) return [];
    return {
      label: productForm.stale.offer((stored ?? before)?.name ?? ''),
      before: texts[0] ?? '',
      now: codesAdded ? `${texts[1]} · ${productForm.stale.codes(codes)}` : (texts[1] ?? ''),
    };
  });
  return [...info, ...offers];
}

/** Whether nothing in these offers was typed: they are blank or unchanged from a template. */
export function isUntouched(offers: readonly OfferDraft[], template: readonly OfferTemplate[]): boolean {
  if (offers.some(({ waiting }) => waiting.codes.length > 0)) return false;
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

/** What the new form and the full save check; saving the information alone checks `info`. */
export const productRules = z.object({
  info: ProductInfo,
  offers: z
    .array(
      OfferInput.pick({ name: true, value: true, region: true }).extend({
        price: typedAmount(OfferInput.shape.price),
      }),
    )
    .min(1, { error: 'OFFER_REQUIRED' }),
});

/** The field of each error code of the server. */
const fieldOfRefusal = {
  PRODUCT_NAME_REQUIRED: 'info.name',
  GAME_REQUIRED: 'info.game',
  IMAGE_URL_INVALID: 'info.imageUrl',
  PICTURE_GONE: 'info.imageUrl',
  REDEEM_LINK_INVALID: 'info.redeemLink',
  OFFER_REQUIRED: 'offers',
} as const;

export function refusedField(error: unknown): Mistakes<ProductDraft> {
  if (!(error instanceof Error && 'code' in error && Object.hasOwn(fieldOfRefusal, String(error.code))))
    return {};
  return { [fieldOfRefusal[error.code as keyof typeof fieldOfRefusal]]: error.message };
}
