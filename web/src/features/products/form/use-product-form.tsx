import { common } from '@almas/locale/screens/common';
import { type ReactNode, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { isUnusualChange } from '../../../lib/unusual-change.ts';
import { useConfirmAbove } from '../../../platform/network/index.ts';
import { useDraft, useUnsaved } from '../../../platform/session/index.ts';
import { type AmountToConfirm, ConfirmAmount } from '../../../ui/confirm-amount.tsx';
import { useForm } from '../../../ui/use-form.ts';
import {
  blankOffer,
  type OfferDraft,
  type ProductDraft,
  priceOf,
  productRules,
  WaitingCodes,
} from './draft.ts';

interface ProductFormOptions {
  /** The key of its draft, which is kept over a reload. */
  readonly name: string;
  readonly initial: ProductDraft;
  /** Sends a product whose fields are all valid. */
  readonly onSubmit: () => unknown;
  readonly onInvalid?: () => void;
}

/** Product and offers in one form. */
export function useProductForm({ name, initial, onSubmit, onInvalid = () => undefined }: ProductFormOptions) {
  // What is unsaved depends on the save: useUnsavedProduct.
  const [restored] = useDraft(name, initial);
  const form = useForm({ initial: restored, rules: productRules, onSubmit, onInvalid });
  const { fields, values: draft } = form;
  const offers = useFieldArray({ control: fields.control, name: 'offers', keyName: 'row' });
  /** A picture is being uploaded: a save now would store the product without it. */
  const [sending, setSending] = useState(false);
  return {
    ...form,
    name,
    draft,
    sending,
    setSending,
    setDraft: (next: ProductDraft) => fields.reset(next),
    setOffers: (next: readonly OfferDraft[]) => {
      fields.clearErrors('offers');
      offers.replace([...next]);
    },
    addOffer: (offer: OfferDraft = blankOffer()) => {
      // Of an empty list: one offer at least.
      if (draft.offers.length === 0) fields.clearErrors('offers');
      offers.append(offer, { shouldFocus: false });
    },
    removeOffer: (key: string) => offers.remove(draft.offers.findIndex((offer) => offer.key === key)),
    /** Of the form as it is now: further edits do not change it. */
    snapshot: (): ProductDraft => {
      const now = fields.getValues();
      return { ...now, info: { ...now.info }, offers: now.offers.map((offer) => ({ ...offer })) };
    },
  };
}

export type ProductForm = ReturnType<typeof useProductForm>;

/**
 * Codes that wait for the save are never stored in the browser: with them the page is not reloaded automatically, and the end of the
 * session leaves the form without them, with their number.
 */
export function useUnsavedProduct({ name, draft }: ProductForm, { changed, asks = true }: Unsaved): void {
  const codes = draft.offers.reduce((sum, { waiting }) => sum + waiting.codes.length, 0);
  const value: ProductDraft =
    codes === 0
      ? draft
      : {
          ...draft,
          offers: draft.offers.map((offer) => ({ ...offer, waiting: new WaitingCodes() })),
          lostCodes: codes,
        };
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

interface UnusualPrices {
  /** Saves immediately, or asks first when a new price exceeds the limit or is far from the old one. */
  readonly confirmFirst: (read: () => readonly OfferDraft[], save: () => void) => void;
  readonly question: ReactNode;
}

/** New prices above the configured limit, and prices that rise or fall by more than it or by 20 %, have to be confirmed before they are saved. */
export function useUnusualPrices(storedPrice: (offer: OfferDraft) => number | undefined): UnusualPrices {
  const above = useConfirmAbove();
  const [asked, setAsked] = useState<{
    readonly prices: readonly AmountToConfirm[];
    readonly read: () => readonly OfferDraft[];
    readonly save: () => void;
  } | null>(null);
  const ask = (read: () => readonly OfferDraft[], save: () => void, answered: readonly AmountToConfirm[]) => {
    const prices = read()
      .map((offer) => ({ amount: priceOf(offer), from: storedPrice(offer), about: offer.name.trim() }))
      .filter(({ amount, from }) =>
        from === undefined ? amount > above : isUnusualChange(from, amount, above),
      );
    const isAnswered = JSON.stringify(prices) === JSON.stringify(answered);
    setAsked(isAnswered ? null : { prices, read, save });
    if (isAnswered) save();
  };
  return {
    confirmFirst: (read, save) => ask(read, save, []),
    question: asked && (
      <ConfirmAmount
        asked={asked.prices}
        above={above}
        confirmLabel={common.confirm}
        busy={false}
        // The fields are still there: what was typed since is asked about anew.
        onConfirm={() => ask(asked.read, asked.save, asked.prices)}
        onChange={() => setAsked(null)}
      />
    ),
  };
}
