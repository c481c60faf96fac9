import type { Product } from '@almas/contract/products';
import { adminProducts as words } from '@almas/locale/screens/admin-products';
import { useState } from 'react';
import { Link } from '../../platform/navigation/index.ts';
import { api, useAction } from '../../platform/network/index.ts';
import { useMayCall } from '../../platform/session/may-call.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { Money } from '../../ui/figures.tsx';
import { GameTile } from '../games/game-tile.tsx';
import styles from './admin-list.module.css';
import { lowestPrice, stockOf } from './admin-list.ts';
import { ProductStatus } from './product-status.tsx';

interface ProductCardProps {
  readonly product: Product;
  readonly onDetails: () => void;
  readonly onRemove: () => void;
}

export function ProductCard({ product, onDetails, onRemove }: ProductCardProps) {
  const mayChange = useMayCall('products', 'update');
  const maySetStatus = useMayCall('products', 'setStatus');
  const mayRemove = useMayCall('products', 'remove');
  const stock = stockOf(product);
  const price = lowestPrice(product);
  const title = `product-${product.id}`;
  return (
    <article className={`column box ${styles.product}`} aria-labelledby={title} data-testid="product">
      <header className={styles.head}>
        <ProductPicture product={product} />
        <div className={styles.words}>
          <h2 id={title}>{product.name}</h2>
          <p className={styles.dim}>{[product.game, product.category].filter(Boolean).join(' · ')}</p>
        </div>
        <ProductStatus status={product.status} />
      </header>
      <dl className={`wrap ${styles.facts}`}>
        <div>
          <dt>{words.fields.offers}</dt>
          <dd>{product.offers.length}</dd>
        </div>
        <div>
          <dt>{words.fields.stock}</dt>
          <dd className={stock === 0 ? styles.low : undefined}>{stock}</dd>
        </div>
        <div>
          <dt>{words.from}</dt>
          <dd>{price === null ? words.noPrice : <Money amount={price} />}</dd>
        </div>
      </dl>
      <div className={styles.actions}>
        <Link
          to="/admin/products/$id/edit"
          params={{ id: product.id }}
          className={buttonClass('secondary')}
          aria-describedby={title}
        >
          {mayChange ? words.edit : words.fields.offers}
        </Link>
        {maySetStatus && <Toggle product={product} describedBy={title} />}
        <Button variant="quiet" onClick={onDetails} aria-describedby={title}>
          {words.details}
        </Button>
        {mayRemove && (
          <Button variant="quiet" className={styles.remove ?? ''} onClick={onRemove} aria-describedby={title}>
            {words.remove}
          </Button>
        )}
      </div>
    </article>
  );
}

/** Between active and inactive only; a draft becomes active. */
function Toggle({ product, describedBy }: { readonly product: Product; readonly describedBy: string }) {
  const activates = product.status !== 'active';
  const { run, busy } = useAction(
    () =>
      api.products.setStatus({
        params: { id: product.id },
        body: { status: activates ? 'active' : 'inactive' },
      }),
    {
      success: ({ status }) => [
        words.toggle.done,
        status === 'active' ? words.toggle.activated : words.toggle.deactivated,
      ],
      failure: words.toggle.failed,
      refreshes: ['products', 'statistics'],
    },
  );
  return (
    <DecidingButton
      variant="secondary"
      subject={String(activates)}
      busy={busy}
      onClick={() => void run()}
      aria-describedby={describedBy}
    >
      {activates ? words.activate : words.deactivate}
    </DecidingButton>
  );
}

/** The product's picture; its game's colours when it has none or it cannot be loaded. */
function ProductPicture({ product }: { readonly product: Pick<Product, 'imageUrl' | 'game'> }) {
  const [broken, setBroken] = useState('');
  if (!product.imageUrl || broken === product.imageUrl) return <GameTile game={product.game} />;
  return (
    <img
      src={product.imageUrl}
      alt=""
      className={styles.picture}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(product.imageUrl)}
    />
  );
}
