import type { Product } from '@almas/contract/products';
import { formatAmount } from '@almas/locale/formats';
import { adminProducts } from '@almas/locale/screens/admin-products';
import { productForm as words } from '@almas/locale/screens/product-form';
import {
  type InfoDraft,
  infoFields,
  type OfferDraft,
  offerToSend,
  type ProductDraft,
  productDraftOf,
} from './draft.ts';

/** One difference between the form, the version it was opened with and the one that is stored now. */
export interface Difference {
  readonly label: string;
  /** What the form would save; null: only the colleague changed it, and their version is taken. */
  readonly mine: string | null;
  readonly before: string;
  readonly theirs: string;
}

const absent = words.conflict.absent;

const described = (offer: OfferDraft) => {
  const { name, value, price, region } = offerToSend(offer, 0);
  return [name, value, Number.isNaN(price) ? '' : formatAmount(price), region].filter(Boolean).join(' · ');
};
const withCodes = (text: string, stock: number) =>
  stock > 0 ? `${text} · ${words.conflict.codes(stock)}` : text;
const shownInfo = (info: InfoDraft, field: (typeof infoFields)[number]) =>
  field === 'status' ? adminProducts.status[info.status] : info[field].trim();

/** Field by field: an unedited field takes the value that is stored now. */
function mergeInfo(mine: InfoDraft, opened: InfoDraft, now: InfoDraft): InfoDraft {
  const untouched = infoFields.filter((field) => mine[field].trim() === opened[field].trim());
  return { ...mine, ...Object.fromEntries(untouched.map((field) => [field, now[field]])) };
}

/** Merges an offer of the form into the stored one. Codes that wait for the save are kept. */
export function mergeOffer(mine: OfferDraft, opened: OfferDraft | undefined, now: OfferDraft): OfferDraft {
  if (!opened) return mine;
  const [typed, read] = [offerToSend(mine, 0), offerToSend(opened, 0)];
  const fields = ['name', 'value', 'price', 'region'] as const;
  const untouched = fields.filter((field) => typed[field] === read[field]);
  return { ...mine, ...Object.fromEntries(untouched.map((field) => [field, now[field]])) };
}

const offersOf = (product: Product) => productDraftOf(product).offers;
const withKey = (offers: readonly OfferDraft[], key: string) => offers.find((offer) => offer.key === key);
/** Offers stored since the form was opened. */
const addedOffers = (opened: Product, now: Product) =>
  offersOf(now).filter(({ key }) => !withKey(offersOf(opened), key));

/** New offers of the form that are stored meanwhile: by a save whose response was lost, or by a colleague who added the same. */
function recogniseStored(offers: readonly OfferDraft[], opened: Product, now: Product): OfferDraft[] {
  const stored = addedOffers(opened, now).filter(({ key }) => !withKey(offers, key));
  return offers.map((mine) => {
    const same = mine.id === null ? stored.findIndex((offer) => described(offer) === described(mine)) : -1;
    const [offer] = same < 0 ? [] : stored.splice(same, 1);
    return offer ? { ...offer, waiting: mine.waiting } : mine;
  });
}

/**
 * Merges the form into the product as it is stored now. Changes that only the colleague made are taken: an old price
 * in an untouched field is not meant to be restored. Offers that the colleague added stay; one that they deleted
 * leaves unless it was edited here.
 */
export function mergeDraft(draft: ProductDraft, opened: Product, now: Product): ProductDraft {
  const kept = recogniseStored(draft.offers, opened, now).flatMap((mine) => {
    const [before, theirs] = [withKey(offersOf(opened), mine.key), withKey(offersOf(now), mine.key)];
    if (theirs) return [mergeOffer(mine, before, theirs)];
    return before && described(mine) === described(before) ? [] : [mine];
  });
  return {
    info: mergeInfo(draft.info, productDraftOf(opened).info, productDraftOf(now).info),
    offers: [...kept, ...addedOffers(opened, now).filter(({ key }) => !withKey(kept, key))],
    opened: now,
  };
}

interface Sides {
  readonly before: string;
  /** The content of the form. */
  readonly typed: string;
  /** The values that would be saved from it. */
  readonly merged: string;
  readonly theirs: string;
}

const differs = ({ typed, theirs }: Sides) => typed !== theirs;
const sideBySide = (label: string, { before, merged, theirs }: Sides): Difference => ({
  label,
  mine: merged === theirs ? null : merged || absent,
  before: before || absent,
  theirs: theirs || absent,
});

function infoDifferences(draft: InfoDraft, merged: InfoDraft, opened: Product, now: Product): Difference[] {
  const [before, theirs] = [productDraftOf(opened).info, productDraftOf(now).info];
  return infoFields.flatMap((field) => {
    const text = (info: InfoDraft) => shownInfo(info, field);
    const sides = { before: text(before), typed: text(draft), merged: text(merged), theirs: text(theirs) };
    return differs(sides) ? [sideBySide(words[field], sides)] : [];
  });
}

/** The differences between the form and the product as it is stored now; empty: everything in the form is stored. */
export function differencesOf(draft: ProductDraft, opened: Product, now: Product): Difference[] {
  const merged = mergeDraft(draft, opened, now);
  const typed = recogniseStored(draft.offers, opened, now);
  const keys = new Set([...offersOf(now), ...typed, ...merged.offers].map(({ key }) => key));
  const offers = [...keys].flatMap((key) => {
    const text = (list: readonly OfferDraft[]) => {
      const offer = withKey(list, key);
      return offer ? described(offer) : '';
    };
    const stored = now.offers.find(({ id }) => id === key);
    const sides = {
      before: text(offersOf(opened)),
      typed: text(typed),
      merged: text(merged.offers),
      theirs: text(offersOf(now)),
    };
    if (!differs(sides)) return [];
    const name = stored?.name ?? withKey(typed, key)?.name.trim() ?? '';
    const found = sideBySide(words.conflict.offer(name), sides);
    return [{ ...found, theirs: withCodes(found.theirs, stored?.stock ?? 0) }];
  });
  return [...infoDifferences(draft.info, merged.info, opened, now), ...offers];
}
