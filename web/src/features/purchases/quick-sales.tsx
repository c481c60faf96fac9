import type { QuickSale } from '@almas/contract/purchases';
import { useEffect, useState } from 'react';
import { refresh } from '../../platform/network/index.ts';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { preloadPurchaseResult } from './purchase-result.tsx';
import type { QuickSaleTiles } from './quick-sale-tiles.tsx';
import { usePurchase } from './use-purchase.ts';

const QuantityDialog = lazyDialog(() => import('./quantity-dialog.tsx'));

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
        items={items}
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
