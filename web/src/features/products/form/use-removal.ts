import type { Product } from '@almas/contract/products';
import { useState } from 'react';
import { mergeOffer } from './conflict.ts';
import { type OfferDraft, storedOffer } from './draft.ts';
import type { ProductForm } from './use-product-form.ts';

interface RemovedOffer {
  readonly offer: OfferDraft;
  readonly id: string;
  readonly codes: number;
}

/** The offers that a restored draft had removed, with the number of codes they had when the form was opened. */
const leftOut = ({ draft }: ProductForm): RemovedOffer[] =>
  (draft.opened?.offers ?? [])
    .filter(({ id }) => !draft.offers.some((offer) => offer.id === id))
    .map((offer) => ({ offer: storedOffer(offer), id: offer.id, codes: offer.stock }));

/** Offers leave the list immediately but the product only with the full save; removing one with stock asks first (AMB-11). */
export function useRemoval(form: ProductForm, stockOf: (offer: OfferDraft) => number) {
  const [asked, setToConfirm] = useState<OfferDraft | null>(null);
  const [removed, setRemoved] = useState<readonly RemovedOffer[]>(() => leftOut(form));
  const codesOf = (offer: OfferDraft) => stockOf(offer) + offer.waiting.codes.length;
  const remove = (offer: OfferDraft) => {
    setToConfirm(null);
    form.removeOffer(offer.key);
    const { id } = offer;
    if (id !== null) setRemoved((before) => [...before, { offer, id, codes: stockOf(offer) }]);
  };
  return {
    removed: removed.map(({ offer }) => offer),
    /** As sent with the save: with the number of codes that the question showed. */
    accepted: removed.map(({ id, codes }) => ({ id, codes })),
    clear: () => setRemoved([]),
    /** A colleague saved the product: an offer that is restored later has the price that is stored now. */
    follow: (opened: Product, now: Product) => {
      const versionIn = ({ offers }: Product, id: string) => offers.find((offer) => offer.id === id);
      setRemoved((before) =>
        before.flatMap((gone) => {
          const [read, theirs] = [versionIn(opened, gone.id), versionIn(now, gone.id)];
          if (!theirs) return [];
          return [{ ...gone, offer: mergeOffer(gone.offer, read && storedOffer(read), storedOffer(theirs)) }];
        }),
      );
    },
    asked,
    askedStock: asked ? codesOf(asked) : 0,
    ask: (offer: OfferDraft) => (codesOf(offer) > 0 ? setToConfirm(offer) : remove(offer)),
    confirm: () => asked && remove(asked),
    forget: () => setToConfirm(null),
    restore: (offer: OfferDraft) => {
      setRemoved((before) => before.filter((gone) => gone.offer.key !== offer.key));
      form.addOffer(offer);
    },
  };
}
