import type { Product } from '@almas/contract/products';
import { useState } from 'react';
import { GameTile } from '../games/game-tile.tsx';
import styles from './admin-list.module.css';

/** The product's own picture; its game's colours when it has none, or when it cannot be loaded. */
export function ProductPicture({ product }: { readonly product: Pick<Product, 'imageUrl' | 'game'> }) {
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
