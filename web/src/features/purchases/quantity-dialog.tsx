import { limits } from '@almas/contract/limits';
import type { Offer } from '@almas/contract/products';
import { readTypedCount } from '@almas/contract/typed-count';
import { formatAmount } from '@almas/locale/formats';
import { catalog } from '@almas/locale/screens/catalog';
import { common } from '@almas/locale/screens/common';
import { counter } from '@almas/locale/screens/counter';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { apiQuery } from '../../platform/network/index.ts';
import { useMe } from '../../platform/session/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Money } from '../../ui/figures.tsx';
import { MinusIcon, PlusIcon } from '../../ui/work-icons.tsx';
import { priceAt } from '../prices/own-prices.ts';
import { PriceBreaks } from '../prices/price-breaks.tsx';
import { useOwnPrices } from '../prices/use-own-prices.ts';
import { leftOfCap } from './left-of-cap.ts';
import { PinSwitch } from './pin-switch.tsx';
import { usePurchaseResult } from './purchase-result.tsx';
import styles from './quantity-dialog.module.css';
import type { SoldProduct, usePurchase } from './use-purchase.ts';

const words = counter.quantity;
const { min, max } = limits.purchaseQuantity;

/** 0: not a number of codes. Non-digits are never dropped: « 2,5 » is not 25. */
const readQuantity = (text: string): number => readTypedCount(text) ?? 0;

interface QuantityDialogProps {
  readonly product: SoldProduct;
  /** The offer as it was when it was chosen. */
  readonly offer: Offer;
  readonly sale: Pick<
    ReturnType<typeof usePurchase>,
    'buy' | 'buying' | 'verifying' | 'priced' | 'isRepriced'
  >;
  readonly onClose: () => void;
}

interface Sold {
  readonly product: SoldProduct;
  readonly offer: Offer;
}

/** The product and its offer as they are sold now, which the live events keep current; null when it has left the sale. */
function useSoldNow(chosen: Sold): Sold | null {
  const { data } = useQuery(apiQuery('products', 'list', { query: {} }));
  if (!data) return chosen;
  const product = data.items.find(({ id, status }) => id === chosen.product.id && status === 'active');
  const offer = product?.offers.find(({ id }) => id === chosen.offer.id);
  return product && offer ? { product, offer } : null;
}

/** The quantity of codes of an offer, their price, and the button that buys them. Closes when the bought codes are shown. */
export default function QuantityDialog({
  product: chosenProduct,
  offer: chosen,
  sale,
  onClose,
}: QuantityDialogProps) {
  const { balance, cashier } = useMe();
  const bought = usePurchaseResult().opened;
  const [typed, setTyped] = useState(String(min));
  const current = useSoldNow({ product: chosenProduct, offer: chosen });
  const { own } = useOwnPrices();
  const { product } = current ?? { product: chosenProduct };
  const listed = current?.offer ?? { ...chosen, stock: 0 };
  const most = Math.min(max, listed.stock);
  const quantity = readQuantity(typed);
  const isValid = quantity >= min && quantity <= most;
  // At the price of the typed quantity.
  const offer = sale.priced({ ...listed, price: priceAt(own, listed, isValid ? quantity : min) });
  const total = Math.round(offer.price * 100) * quantity;
  const isBuying = sale.buying === offer.id;
  // One purchase at a time, and none of an offer of which another may have been bought (use-purchase.ts).
  const waits = (sale.buying !== null && !isBuying) || sale.verifying.has(offer.id);
  const isShort = isValid && total > Math.round(balance * 100);
  // In DA; what was sold meanwhile on another screen the server knows.
  const isCapped = isValid && cashier !== undefined && total > Math.round(leftOfCap(cashier) * 100);
  const isRepriced = priceAt(own, listed, min) !== chosen.price || sale.isRepriced(offer);
  const step = (by: number) => setTyped(String(Math.min(most, Math.max(min, quantity + by))));
  useEffect(() => {
    if (bought) onClose();
  }, [bought, onClose]);
  return (
    <Dialog
      onClose={onClose}
      title={words.title}
      size="sm"
      footer={
        <DecidingButton
          full
          busy={isBuying}
          // The stock and the balance may be updated by the sale before its response arrives.
          disabled={!isBuying && (waits || !isValid || isShort || isCapped)}
          data-autofocus
          subject={`${offer.price} ${product.name} ${offer.name} ${offer.value} ${offer.region}`}
          onClick={() => void sale.buy(product, offer, quantity)}
        >
          {isValid ? words.buy(quantity, formatAmount(total / 100)) : words.buyNone}
        </DecidingButton>
      }
    >
      <p className={styles.what}>
        <Dotted parts={[product.name, offer.name]} />
      </p>
      <Stepper typed={typed} quantity={quantity} most={most} onType={setTyped} onStep={step} />
      <PriceBreaks prices={own.get(offer.id)} />
      <DescriptionList
        items={[
          [words.unitPrice, <Money key="price" amount={offer.price} />],
          [words.total, isValid ? <Money key="total" amount={total / 100} size="lg" /> : '-'],
          [
            words.balanceAfter,
            isValid && !isShort ? <Money key="after" amount={balance - total / 100} /> : '-',
          ],
        ]}
      />
      {!cashier && <PinSwitch offerId={chosen.id} />}
      {/* Rendered before its text, so that a screen reader announces it. */}
      <div role="status">
        {waits && <p>{common.moneyCall.verifying}</p>}
        {isShort && <p className={styles.problem}>{catalog.insufficient}</p>}
        {isCapped && <p className={styles.problem}>{words.aboveCap}</p>}
        {!current && <p className={styles.problem}>{words.gone}</p>}
        {current && isRepriced && <p className={styles.problem}>{words.newPrice}</p>}
      </div>
    </Dialog>
  );
}

interface StepperProps {
  readonly typed: string;
  readonly quantity: number;
  readonly most: number;
  readonly onType: (text: string) => void;
  readonly onStep: (by: number) => void;
}

function Stepper({ typed, quantity, most, onType, onStep }: StepperProps) {
  const id = useId();
  const isValid = quantity >= min && quantity <= most;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{words.label}</label>
      <div className={`row gap-10 ${styles.stepper}`}>
        <IconButton label={words.less} disabled={quantity <= min} onClick={() => onStep(-1)}>
          <MinusIcon size={24} />
        </IconButton>
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          value={typed}
          aria-invalid={!isValid}
          aria-describedby={`${id}-range`}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={(event) => {
            const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
            if (by === undefined) return;
            event.preventDefault();
            onStep(by);
          }}
        />
        <IconButton label={words.more} disabled={quantity >= most} onClick={() => onStep(1)}>
          <PlusIcon size={24} />
        </IconButton>
      </div>
      <p id={`${id}-range`} className={isValid ? styles.range : styles.problem}>
        {most < min ? catalog.soldOut : `${words.range(most)} ${most < max ? words.stock(most) : ''}`}
      </p>
    </div>
  );
}
