import type { QuickSale } from '@almas/contract/purchases';
import { common } from '@almas/locale/screens/common';
import { dashboard } from '@almas/locale/screens/dashboard';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import { Money } from '../../ui/figures.tsx';
import { GameTile } from '../games/game-tile.tsx';
import { atOwnPrice } from '../prices/own-prices.ts';
import { useOwnPrices } from '../prices/use-own-prices.ts';
import styles from './quick-sales.module.css';

const words = dashboard.quickSales;

/** The quick sales at the prices of now: the list has those of when it was read. undefined while it is read. */
export function useQuickSales(): readonly QuickSale[] | undefined {
  const { data, isPending } = useQuery(apiQuery('purchases', 'quickSales'));
  const { own } = useOwnPrices();
  if (isPending) return undefined;
  return (data?.items ?? []).map((item) => ({ ...item, offer: atOwnPrice(own, item.offer) }));
}

interface QuickSaleTilesProps {
  readonly items: readonly QuickSale[];
  /** Ids of the offers of which a purchase is being looked up. */
  readonly verifying?: ReadonlySet<string>;
  readonly onChoose?: (item: QuickSale) => void;
}

export const QuickSaleTiles = ({ items, verifying, onChoose }: QuickSaleTilesProps) => (
  <ul className={styles.grid} data-testid={onChoose && 'quick-sales'}>
    {items.map((item) => (
      <Tile
        key={item.offer.id}
        item={item}
        isVerifying={verifying?.has(item.offer.id) ?? false}
        onChoose={() => onChoose?.(item)}
      />
    ))}
  </ul>
);

interface TileProps {
  readonly item: QuickSale;
  readonly isVerifying: boolean;
  readonly onChoose: () => void;
}

const Tile = ({ item: { productName, game, offer }, isVerifying, onChoose }: TileProps) => (
  <li>
    <button
      type="button"
      className={`box ${styles.tile}`}
      // One that is sold out opens too: its quantity follows the stock, and unpins it.
      disabled={isVerifying}
      aria-haspopup="dialog"
      onClick={onChoose}
    >
      <span className={`row gap-10 ${styles.head}`}>
        <GameTile game={game} />
        <span className={styles.words}>
          <span className={styles.offer}>{offer.name}</span>
          <span className={styles.product}>{productName}</span>
        </span>
      </span>
      <span className={`wrap spread ${styles.foot}`}>
        <span className={styles.price}>
          <Money amount={offer.price} />
        </span>
        <span className={offer.stock === 0 ? styles.soldOut : styles.stock}>
          {isVerifying
            ? common.moneyCall.verifying
            : offer.stock === 0
              ? words.soldOut
              : words.stock(offer.stock)}
        </span>
      </span>
    </button>
  </li>
);
