import type { Product } from '@almas/contract/products';
import { formatAmount } from '@almas/locale/formats';
import { adminProducts } from '@almas/locale/screens/admin-products';
import { productForm as words } from '@almas/locale/screens/product-form';
import { type OfferDraft, type ProductDraft, priceOf, storedOffer } from './draft.ts';

/** One thing that differs: what this page would save, and what is stored now. */
export interface Difference {
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

const fields = ['name', 'game', 'category', 'imageUrl', 'description'] as const;
const absent = words.conflict.absent;

const described = ({ name, value, region }: Pick<OfferDraft, 'name' | 'value' | 'region'>, price: number) =>
  [name, value, Number.isNaN(price) ? '' : formatAmount(price), region].filter(Boolean).join(' · ');
const ofDraft = (offer: OfferDraft) => described(offer, priceOf(offer));
const ofStored = (offer: Product['offers'][number]) =>
  `${described(offer, offer.price)}${offer.stock > 0 ? ` · ${words.conflict.codes(offer.stock)}` : ''}`;

/** What differs between the form and the product as it is stored now. */
export function differencesOf(draft: ProductDraft, now: Product): Difference[] {
  const found: Difference[] = [];
  const compare = (label: string, mine: string, theirs: string) => {
    if (mine !== theirs) found.push({ label, mine: mine || absent, theirs: theirs || absent });
  };
  for (const field of fields) compare(words[field], draft.info[field].trim(), now[field]);
  compare(words.status, adminProducts.status[draft.info.status], adminProducts.status[now.status]);
  for (const offer of now.offers) {
    const mine = draft.offers.find(({ id }) => id === offer.id);
    const same = mine && ofDraft(mine) === described(offer, offer.price);
    if (!same) compare(words.conflict.offer(offer.name), mine ? ofDraft(mine) : '', ofStored(offer));
  }
  for (const offer of draft.offers) {
    if (!now.offers.some(({ id }) => id === offer.id))
      compare(words.conflict.offer(offer.name), ofDraft(offer), '');
  }
  return found;
}

/** The offers of the form, and those that a colleague added after the form was opened: they are never removed unseen. */
export function withTheirOffers(draft: ProductDraft, opened: Product, now: Product): OfferDraft[] {
  const known = new Set([...opened.offers.map(({ id }) => id), ...draft.offers.map(({ id }) => id)]);
  return [...draft.offers, ...now.offers.filter(({ id }) => !known.has(id)).map(storedOffer)];
}
