import { type Dispatch, type SetStateAction, useState } from 'react';
import { useDraft, useUnsaved } from '../../../ui/use-unsaved.ts';
import {
  blankOffer,
  type FieldErrors,
  type InfoDraft,
  type OfferDraft,
  offerField,
  type ProductDraft,
} from './draft.ts';

type OfferPart = Partial<Omit<OfferDraft, 'key' | 'id'>>;

const without = (errors: FieldErrors, gone: (field: string) => boolean): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !gone(field)));

/** The edits of the form. A field's error goes when that field is edited. */
function actionsOf(
  setDraft: Dispatch<SetStateAction<ProductDraft>>,
  setErrors: Dispatch<SetStateAction<FieldErrors>>,
) {
  const forget = (gone: (field: string) => boolean) => setErrors((before) => without(before, gone));
  const editOffers = (change: (offers: readonly OfferDraft[]) => readonly OfferDraft[]) =>
    setDraft((draft) => ({ ...draft, offers: change(draft.offers) }));
  return {
    setErrors,
    setDraft,
    setInfo: (part: Partial<InfoDraft>) => {
      setDraft((draft) => ({ ...draft, info: { ...draft.info, ...part } }));
      forget((field) => field in part);
    },
    setOffer: (key: string, part: OfferPart) => {
      editOffers((offers) => offers.map((offer) => (offer.key === key ? { ...offer, ...part } : offer)));
      forget((field) => Object.keys(part).some((name) => field === offerField(key, name as 'name')));
    },
    setOffers: (offers: readonly OfferDraft[]) => {
      editOffers(() => offers);
      forget((field) => field === 'offers' || field.includes('.'));
    },
    addOffer: (offer: OfferDraft = blankOffer()) => {
      editOffers((offers) => [...offers, offer]);
      forget((field) => field === 'offers');
    },
    removeOffer: (key: string) => {
      editOffers((offers) => offers.filter((offer) => offer.key !== key));
      forget((field) => field.startsWith(`${key}.`));
    },
  };
}

interface ProductFormOptions {
  /** The key of its draft, which is kept over a reload. */
  readonly name: string;
  readonly initial: ProductDraft;
}

export function useProductForm({ name, initial }: ProductFormOptions) {
  const [draft, setDraft] = useDraft(name, initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  /** A picture is being uploaded: a save now would store the product without it. */
  const [sending, setSending] = useState(false);
  // Created once, so that dependent effects do not run at every keystroke.
  const [actions] = useState(() => actionsOf(setDraft, setErrors));
  return { name, draft, errors, sending, setSending, ...actions };
}

export type ProductForm = ReturnType<typeof useProductForm>;

/**
 * Codes that wait for the save are never stored in the browser: with them the page is not reloaded automatically, and the end of the
 * session leaves the form without them, with their number.
 */
export function useUnsavedProduct({ name, draft }: ProductForm, { changed, asks = true }: Unsaved): void {
  const codes = draft.offers.reduce((sum, offer) => sum + offer.codes.length, 0);
  const value: ProductDraft =
    codes === 0
      ? draft
      : { ...draft, offers: draft.offers.map((offer) => ({ ...offer, codes: [] })), lostCodes: codes };
  useUnsaved({ changed, asks, draft: { name, value, isWhole: codes === 0 } });
}

interface Unsaved {
  readonly changed: boolean;
  /** False while the product is being saved. */
  readonly asks?: boolean;
}

/** Focuses the first invalid field. */
export const focusFirstError = (): void =>
  void requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus(),
  );
