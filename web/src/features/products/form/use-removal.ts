import { useState } from 'react';
import type { OfferDraft } from './draft.ts';
import type { ProductForm } from './use-product-form.ts';

/** Offers leave the list at once and the product only with the full save; one with stock asks first (SPEC §2, AMB-11). */
export function useRemoval(form: ProductForm, stockOf: (offer: OfferDraft) => number) {
  const [asked, setAsked] = useState<OfferDraft | null>(null);
  const [removed, setRemoved] = useState<readonly OfferDraft[]>([]);
  const codesOf = (offer: OfferDraft) => stockOf(offer) + offer.codes.length;
  const remove = (offer: OfferDraft) => {
    setAsked(null);
    form.removeOffer(offer.key);
    if (offer.id !== null) setRemoved((before) => [...before, offer]);
  };
  return {
    removed,
    asked,
    askedStock: asked ? codesOf(asked) : 0,
    ask: (offer: OfferDraft) => (codesOf(offer) > 0 ? setAsked(offer) : remove(offer)),
    confirm: () => asked && remove(asked),
    forget: () => setAsked(null),
    restore: (offer: OfferDraft) => {
      setRemoved((before) => before.filter(({ key }) => key !== offer.key));
      form.addOffer(offer);
    },
  };
}
