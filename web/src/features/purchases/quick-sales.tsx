import type { QuickSale } from '@almas/contract/purchases';
import { common } from '@almas/locale/screens/common';
import { counter } from '@almas/locale/screens/counter';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiQuery } from '../../platform/network/index.ts';
import { Section } from '../../ui/card.tsx';
import { Money } from '../../ui/figures.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { GameTile } from '../games/game-tile.tsx';
import { atOwnPrice } from '../prices/own-prices.ts';
import { useOwnPrices } from '../prices/use-own-prices.ts';
import { preloadPurchaseResult } from './purchase-result.tsx';
import styles from './quick-sales.module.css';
import { usePurchase } from './use-purchase.ts';

const words = counter.quickSales;
const QuantityDialog = lazyDialog(() => import('./quantity-dialog.tsx'));

/** The offers that this reseller buys most: a tap opens the quantity, a second one buys. Absent when there is none. */
export default function QuickSales() {
  const list = useQuery(apiQuery('purchases', 'quickSales'));
  const { own } = useOwnPrices();
  const purchase = usePurchase();
  const [chosen, setChosen] = useState<QuickSale | null>(null);
  useEffect(() => {
    preloadPurchaseResult();
    void QuantityDialog.preload();
  }, []);
  // When it cannot be loaded it is left out: the catalogue sells the same offers.
  if (list.isPending) return <div className={styles.waiting} />;
  // The list has the prices of when it was read.
  const items = (list.data?.items ?? []).map((item) => ({ ...item, offer: atOwnPrice(own, item.offer) }));
  if (items.length === 0) return null;
  return (
    <Section title={words.title} note={words.note}>
      <ul className={styles.strip} data-testid="quick-sales">
        {items.map((item) => (
          <Tile
            key={item.offer.id}
            item={item}
            verifying={purchase.verifying.has(item.offer.id)}
            onChoose={() => {
              setChosen(item);
              // Its stock and price may be outdated.
              void list.refetch();
            }}
          />
        ))}
      </ul>
      {chosen && (
        <QuantityDialog
          product={{ id: chosen.productId, name: chosen.productName }}
          offer={chosen.offer}
          sale={purchase}
          onClose={() => setChosen(null)}
        />
      )}
    </Section>
  );
}

interface TileProps {
  readonly item: QuickSale;
  readonly verifying: boolean;
  readonly onChoose: () => void;
}

const Tile = ({ item: { productName, game, offer }, verifying, onChoose }: TileProps) => (
  <li>
    <button
      type="button"
      className={`box ${styles.tile}`}
      disabled={offer.stock === 0 || verifying}
      aria-haspopup="dialog"
      onClick={onChoose}
    >
      <span className={`row spread ${styles.head}`}>
        <GameTile game={game} />
        <span className={styles.price}>
          <Money amount={offer.price} />
        </span>
      </span>
      <span className={styles.offer} title={offer.name}>
        {offer.name}
      </span>
      <span className={styles.product}>{productName}</span>
      <span className={offer.stock === 0 ? styles.soldOut : styles.stock}>
        {verifying
          ? common.moneyCall.verifying
          : offer.stock === 0
            ? words.soldOut
            : words.stock(offer.stock)}
      </span>
    </button>
  </li>
);
