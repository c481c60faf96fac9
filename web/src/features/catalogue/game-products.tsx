import type { Offer, Product } from '@almas/contract/products';
import { catalog as words } from '@almas/locale/screens/catalog';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from '../../platform/navigation/index.ts';
import { useMe } from '../../platform/session/index.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useMovedDecisions } from '../../ui/slips.ts';
import { EmptyState } from '../../ui/states.tsx';
import { BackIcon } from '../../ui/work-icons.tsx';
import { preloadPurchaseResult } from '../purchases/purchase-result.tsx';
import { usePurchase } from '../purchases/use-purchase.ts';
import { CatalogueFilters } from './catalogue-filters.tsx';
import styles from './game-products.module.css';
import { filterProducts, hasFilter, noFilter, regionsOf } from './games.ts';
import { ProductOffers } from './product-offers.tsx';

const QuantityDialog = lazyDialog(() => import('../purchases/quantity-dialog.tsx'));

interface GameProductsProps {
  readonly products: readonly Product[];
  readonly game: string;
  readonly toDashboard: ReactNode;
}

export function GameProducts({ products, game, toDashboard }: GameProductsProps) {
  const [filter, setFilter] = useState(noFilter);
  const { balance } = useMe();
  const purchase = usePurchase();
  const [chosen, setChosen] = useState<[Product, Offer] | null>(null);
  useEffect(preloadPurchaseResult, []);
  const onSale = filterProducts(products, game, noFilter);
  const shown = filterProducts(products, game, filter);
  const page = useRef<HTMLDivElement>(null);
  useMovedDecisions(page, shown.flatMap(({ offers }) => offers.map(({ id }) => id)).join(' '));
  // An invalid price stays in its field, so clearing the filters remounts the fields.
  const [cleared, setCleared] = useState(0);
  const clear = () => {
    setFilter(noFilter);
    setCleared((count) => count + 1);
  };
  const toGames = (
    <Link to="/catalog" className={styles.back} aria-label={words.backToGames}>
      <BackIcon />
    </Link>
  );
  return (
    <Stack gap={24} ref={page}>
      <PageHeader title={game} lead={toGames} actions={toDashboard} />
      {onSale.length > 0 && (
        <CatalogueFilters
          key={cleared}
          filter={filter}
          regions={regionsOf(products, game)}
          folded={onSale.length === 1}
          onChange={(change) => setFilter((before) => ({ ...before, ...change }))}
        />
      )}
      {shown.length === 0 ? (
        <NoProduct filtered={hasFilter(filter)} onClear={clear} />
      ) : (
        shown.map((product) => (
          <ProductOffers
            key={product.id}
            product={product}
            sale={{ balance, ...purchase, choose: (...offer) => setChosen(offer) }}
          />
        ))
      )}
      {chosen && (
        <QuantityDialog
          product={chosen[0]}
          offer={chosen[1]}
          sale={purchase}
          onClose={() => setChosen(null)}
        />
      )}
    </Stack>
  );
}

/** CAT-21: the message refers to the filters when any is set; otherwise the game has nothing for sale. */
const NoProduct = ({ filtered, onClear }: { readonly filtered: boolean; readonly onClear: () => void }) =>
  filtered ? (
    <EmptyState
      title={words.noProduct}
      text={words.noProductText}
      action={
        <Button variant="secondary" onClick={onClear}>
          {words.clearFilters}
        </Button>
      }
    />
  ) : (
    <EmptyState title={words.noProduct} text={words.nothingOnSale} />
  );
