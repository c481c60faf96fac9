import { common } from '@almas/locale/screens/common';
import { type ReactNode, useState } from 'react';
import { useConfirmAbove } from '../../../lib/configuration.ts';
import { type AmountToConfirm, ConfirmAmount } from '../../../ui/confirm-amount.tsx';
import { type OfferDraft, priceOf } from './draft.ts';

interface HighPrices {
  /** Saves immediately, or asks first when a new price exceeds the limit. */
  readonly confirmFirst: (offers: readonly OfferDraft[], save: () => void) => void;
  readonly question: ReactNode;
}

/** New prices above the configured limit have to be confirmed before they are saved. */
export function useHighPrices(storedPrice: (offer: OfferDraft) => number | undefined): HighPrices {
  const above = useConfirmAbove();
  const [toConfirm, setToConfirm] = useState<{ prices: readonly AmountToConfirm[]; save: () => void } | null>(
    null,
  );
  return {
    confirmFirst: (offers, save) => {
      const prices = offers
        .filter((offer) => priceOf(offer) > above && priceOf(offer) !== storedPrice(offer))
        .map((offer) => ({ amount: priceOf(offer), about: offer.name.trim() }));
      if (prices.length > 0) setToConfirm({ prices, save });
      else save();
    },
    question: toConfirm && (
      <ConfirmAmount
        asked={toConfirm.prices}
        above={above}
        confirmLabel={common.confirm}
        busy={false}
        onConfirm={() => {
          setToConfirm(null);
          toConfirm.save();
        }}
        onChange={() => setToConfirm(null)}
      />
    ),
  };
}
