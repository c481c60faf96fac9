import { common } from '@almas/locale/screens/common';
import { prices as priceWords } from '@almas/locale/screens/prices';
import { type ReactNode, useState } from 'react';
import { useConfirmAbove } from '../../../lib/configuration.ts';
import { type AmountToConfirm, ConfirmAmount } from '../../../ui/confirm-amount.tsx';
import { changesMuch, isUnusualChange } from '../../prices/unusual-change.ts';
import { type OfferDraft, priceOf } from './draft.ts';

interface UnusualPrices {
  /** Saves immediately, or asks first when a new price exceeds the limit or is far from the old one. */
  readonly confirmFirst: (offers: readonly OfferDraft[], save: () => void) => void;
  readonly question: ReactNode;
}

/** New prices above the configured limit, and prices that rise or fall by more than it or by 20 %, have to be confirmed before they are saved. */
export function useUnusualPrices(storedPrice: (offer: OfferDraft) => number | undefined): UnusualPrices {
  const above = useConfirmAbove();
  const [toConfirm, setToConfirm] = useState<{ prices: readonly AmountToConfirm[]; save: () => void } | null>(
    null,
  );
  return {
    confirmFirst: (offers, save) => {
      const prices = offers
        .map((offer) => ({ amount: priceOf(offer), from: storedPrice(offer), about: offer.name.trim() }))
        .filter(({ amount, from }) =>
          from === undefined ? amount > above : isUnusualChange(from, amount, above),
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
      >
        {toConfirm.prices.some(({ from, amount }) => from !== undefined && changesMuch(from, amount)) && (
          <p>{priceWords.changeMuch}</p>
        )}
      </ConfirmAmount>
    ),
  };
}
