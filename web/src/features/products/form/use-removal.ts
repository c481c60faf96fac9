import { useState } from 'react';
import type { OfferDraft } from './draft.ts';
import type { ProductForm } from './use-product-form.ts';

interface RemovedOffer {
  readonly offer: OfferDraft;
  readonly id: string;
  readonly codes: number;
}

/** Offers leave the list at once and the product only with the full save; one with stock asks first (AMB-11). */
export function useRemoval(form: ProductForm, stockOf: (offer: OfferDraft) => number) {
  const [asked, setAsked] = useState<OfferDraft | null>(null);
  const [removed, setRemoved] = useState<readonly RemovedOffer[]>([]);
  const codesOf = (offer: OfferDraft) => stockOf(offer) + offer.codes.length;
  const remove = (offer: OfferDraft) => {
    setAsked(null);
    form.removeOffer(offer.key);
    const { id } = offer;
    if (id !== null) setRemoved((before) => [...before, { offer, id, codes: stockOf(offer) }]);
  };
  return {
    removed: removed.map(({ offer }) => offer),
    /** As the save names them: with the number of codes that the question showed. */
    accepted: removed.map(({ id, codes }) => ({ id, codes })),
    clear: () => setRemoved([]),
    asked,
    askedStock: asked ? codesOf(asked) : 0,
    ask: (offer: OfferDraft) => (codesOf(offer) > 0 ? setAsked(offer) : remove(offer)),
    confirm: () => asked && remove(asked),
    forget: () => setAsked(null),
    restore: (offer: OfferDraft) => {
      setRemoved((before) => before.filter((gone) => gone.offer.key !== offer.key));
      form.addOffer(offer);
    },
  };
}
