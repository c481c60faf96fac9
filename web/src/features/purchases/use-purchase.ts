import type { Offer, Product } from '@almas/contract/products';
import type { Purchase } from '@almas/contract/purchases';
import { catalog as words } from '@almas/locale/screens/catalog';
import { common } from '@almas/locale/screens/common';
import { useRef, useState } from 'react';
import { raisePaymentAlert } from '../../lib/alerts.ts';
import { ApiError, messageOf } from '../../lib/api-errors.ts';
import { moneyCalls } from '../../lib/money-call.ts';
import { UnresolvedError } from '../../lib/money-calls.ts';
import { refresh } from '../../lib/queries.ts';
import { useMe } from '../../lib/session.ts';
import { toast } from '../../lib/toast-store.ts';
import { useMoneyCalls } from '../../lib/use-money-calls.ts';

function sentence(error: unknown): string {
  if (error instanceof UnresolvedError) return common.moneyCall.unresolved;
  if (error instanceof ApiError && error.code === 'ACCOUNT_NOT_ACTIVE') return words.notActive;
  return messageOf(error, words.failed);
}

/** One tap buys one code (SPEC §5); the codes come back in `bought`. */
export function usePurchase() {
  const me = useMe();
  const calls = useMoneyCalls();
  const [buying, setBuying] = useState<string | null>(null);
  // Kept while its dialog closes.
  const [bought, setBought] = useState<Purchase | null>(null);
  const [opened, setOpened] = useState(false);

  // From the tap until its codes are put away: on a quick network the second tap of a double one comes after the answer.
  const busy = useRef(false);

  const buy = async (product: Product, offer: Offer) => {
    if (busy.current) return;
    if (me.status !== 'active') return toast.error(words.notActive);
    busy.current = true;
    setBuying(offer.id);
    try {
      const body = { productId: product.id, offerId: offer.id, quantity: 1 };
      setBought(await moneyCalls.start('purchases.create', me.id, body));
      setOpened(true);
      toast.success(words.success);
    } catch (error) {
      busy.current = false;
      const message = sentence(error);
      toast.error(message);
      raisePaymentAlert(message, { userId: me.id, amount: offer.price });
    }
    setBuying(null);
    await refresh('accounts', 'products', 'purchases', 'wallet', 'notifications');
  };

  const verifying = new Set(
    calls.flatMap((call) =>
      call.lost && call.name === 'purchases.create' ? [(call.body as { offerId: string }).offerId] : [],
    ),
  );
  const close = () => {
    busy.current = false;
    setOpened(false);
  };
  return { buy, buying, verifying, bought, opened, close };
}
