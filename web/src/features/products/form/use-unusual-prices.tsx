import { common } from '@almas/locale/screens/common';
import { type ReactNode, useState } from 'react';
import { fallsByMoreThanHalf } from '../../../lib/price-fall.ts';
import { useConfirmAbove } from '../../../platform/network/index.ts';
import { type AmountToConfirm, ConfirmAmount } from '../../../ui/confirm-amount.tsx';
import { type OfferDraft, priceOf } from './draft.ts';

interface UnusualPrices {
  /** Saves immediately, or asks first when a new price exceeds the limit or is less than half of the old one. */
  readonly confirmFirst: (offers: readonly OfferDraft[], save: () => void) => void;
  readonly question: ReactNode;
}

/** New prices above the configured limit, and prices that fall by more than half, have to be confirmed before they are saved. */
export function useUnusualPrices(storedPrice: (offer: OfferDraft) => number | undefined): UnusualPrices {
  const above = useConfirmAbove();
  const [toConfirm, setToConfirm] = useState<{ prices: readonly AmountToConfirm[]; save: () => void } | null>(
    null,
  );
  return {
    confirmFirst: (offers, save) => {
      const prices = offers
        .map((offer) => ({ amount: priceOf(offer), from: storedPrice(offer), about: offer.name.trim() }))
        .filter(
          ({ amount, from = 0 }) => amount !== from && (amount > above || fallsByMoreThanHalf(from, amount)),
        );
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
