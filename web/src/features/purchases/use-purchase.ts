import type { Offer, Product } from '@almas/contract/products';
import { catalog as words } from '@almas/locale/screens/catalog';
import { useState } from 'react';
import { raisePaymentAlert } from '../../lib/alerts.ts';
import { dismissSource, toastsOf } from '../../lib/toast-store.ts';
import { ApiError, messageOf, refresh, useCall } from '../../platform/network/index.ts';
import { personOf, useMe } from '../../platform/session/index.ts';
import { moneyCallMessage, moneyCalls } from '../../platform/session/money-calls.ts';
import { useMoneyCalls } from '../../platform/session/use-money-calls.ts';
import { isPurchaseResultOpen, showPurchaseResult } from './purchase-result.tsx';

const source = 'purchase';
const say = toastsOf(source);

function sentence(error: unknown): string {
  if (error instanceof ApiError && error.code === 'ACCOUNT_NOT_ACTIVE') return words.notActive;
  return moneyCallMessage(error) ?? messageOf(error, words.failed);
}

export type SoldProduct = Pick<Product, 'id' | 'name'>;

/** The order with the price and the offer that the button shows: the server refuses to sell at another price or another offer (PRICE_CHANGED, OFFER_CHANGED). */
const orderOf = (product: SoldProduct, { id, name, value, region, price }: Offer, quantity: number) => ({
  productId: product.id,
  offerId: id,
  quantity,
  expectedUnitPrice: price,
  expectedOffer: { productName: product.name, name, value, region },
});

/** By offer: the price that was shown, and the one that the server named when it refused (PRICE_CHANGED), in DA. */
type NewPrices = ReadonlyMap<string, { readonly was: number; readonly now: number }>;

function withNewPrice(all: NewPrices, { id, price }: Offer, now: number): NewPrices {
  const before = all.get(id);
  return new Map(all).set(id, { was: before?.now === price ? before.was : price, now });
}

/** Buys one code, or the chosen number, per tap. PurchaseResult shows them. */
export function usePurchase() {
  const me = useMe();
  const calls = useMoneyCalls();
  const [newPrices, setNewPrices] = useState<NewPrices>(new Map());
  /** The offer with the price that the server named last, while the loaded list still has the old one. */
  const priced = (offer: Offer): Offer => {
    const change = newPrices.get(offer.id);
    return change && change.was === offer.price ? { ...offer, price: change.now } : offer;
  };
  const sale = useCall(
    (product: SoldProduct, offer: Offer, quantity: number) => {
      const what = `${product.name} · ${offer.name}${quantity > 1 ? ` × ${quantity}` : ''}`;
      const subject = { id: offer.id, what, amount: offer.price * quantity };
      return moneyCalls.start('purchases.create', personOf(me), orderOf(product, offer, quantity), subject);
    },
    {
      onDone: ({ key, result }) => {
        // The dialog says that it was bought: no message covers the code, nor does one of a refusal before.
        dismissSource(source);
        showPurchaseResult({ key, purchase: result });
      },
      onFailed: (error, [, offer]) => {
        const message = sentence(error);
        say.error(message);
        raisePaymentAlert(source, message);
        const now =
          error instanceof ApiError && error.code === 'PRICE_CHANGED' ? error.figures.price : undefined;
        if (now === undefined) return;
        setNewPrices((all) => withNewPrice(all, offer, now));
        void refresh('prices');
      },
    },
  );
  const own = calls.filter(({ name, userId }) => name === 'purchases.create' && userId === personOf(me));
  /** The offer being bought right now, also by a press before this screen was left. */
  const buying = sale.busy
    ? (sale.input?.[1].id ?? null)
    : (own.find(moneyCalls.isAwaited)?.subject.id ?? null);

  /** Ids of the offers of purchases whose response was lost and whose outcome is being asked for. */
  const verifying = new Set(
    own.flatMap(({ state, subject }) => (state === 'lost' && subject.id ? [subject.id] : [])),
  );

  /** @param offer as the button shows it */
  const buy = async (product: SoldProduct, offer: Offer, quantity = 1) => {
    // Not while a code is shown: on a fast network the second tap of a double tap comes after the response.
    if (buying !== null || verifying.has(offer.id) || isPurchaseResultOpen()) return;
    if (me.status !== 'active') return say.error(words.notActive);
    if (await sale.run(product, offer, quantity))
      await refresh('accounts', 'products', 'purchases', 'wallet', 'notifications');
  };

  /** Whether a purchase was refused because the price had changed: the button then shows the price. */
  const isRepriced = (offer: Offer) => newPrices.has(offer.id);
  return { buy, buying, verifying, priced, isRepriced };
}
