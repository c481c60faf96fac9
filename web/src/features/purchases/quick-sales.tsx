import type { QuickSale } from '@almas/contract/purchases';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiQuery, refresh } from '../../platform/network/index.ts';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { preloadPurchaseResult } from './purchase-result.tsx';
import type { QuickSaleTiles } from './quick-sale-tiles.tsx';
import { usePurchase } from './use-purchase.ts';

const QuantityDialog = lazyDialog(() => import('./quantity-dialog.tsx'));

/**
 * Those that were sold out when the quick sales were read with the stock of now, which live events keep current: nobody can press their
 * tile. The others are read again when they are pressed.
 */
function useRestocked(items: readonly QuickSale[]): readonly QuickSale[] {
  const { data } = useQuery({
    ...apiQuery('products', 'list', { query: {} }),
    enabled: items.some(({ offer }) => offer.stock === 0),
  });
  const stocks = new Map(data?.items.flatMap(({ offers }) => offers).map(({ id, stock }) => [id, stock]));
  return items.map((item) => {
    const { id, stock } = item.offer;
    return stock > 0 ? item : { ...item, offer: { ...item.offer, stock: stocks.get(id) ?? 0 } };
  });
}

interface QuickSalesProps {
  readonly items: readonly QuickSale[];
  /** Of the dashboard, which has shown them already: they are not loaded with this code again. */
  readonly Tiles: typeof QuickSaleTiles;
}

/** The offers that this reseller has pinned or buys most: a tap opens the quantity, a second one buys. */
export default function QuickSales({ items, Tiles }: QuickSalesProps) {
  const purchase = usePurchase();
  const [chosen, setChosen] = useState<QuickSale | null>(null);
  useEffect(() => {
    preloadPurchaseResult();
    void QuantityDialog.preload();
  }, []);
  return (
    <>
      <Tiles
        items={useRestocked(items)}
        verifying={purchase.verifying}
        onChoose={(item) => {
          setChosen(item);
          // Its stock and price may be outdated.
          void refresh('purchases');
        }}
      />
      {chosen && (
        <QuantityDialog
          product={{ id: chosen.productId, name: chosen.productName }}
          offer={chosen.offer}
          sale={purchase}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}
