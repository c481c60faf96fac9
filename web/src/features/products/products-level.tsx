import type { Product } from '@almas/contract/products';
import { useState } from 'react';
import { useAddressItem } from '../../platform/navigation/index.ts';
import { Grid, Stack } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { MoreButton } from '../../ui/show-more.tsx';
import { ProductCard } from './product-card.tsx';

const RemovalDialog = lazyDialog(async () => ({
  default: (await import('./removal-dialog.tsx')).RemovalDialog,
}));

/** More cards than this make a phone slow; the search finds all of them. */
const step = 48;

export function ProductsLevel({ products }: { readonly products: readonly Product[] }) {
  const [shown, setShown] = useState(step);
  const [removed, setRemoved] = useState<string | null>(null);
  const product = products.find(({ id }) => id === removed);
  const { open } = useAddressItem('product');
  return (
    <Stack>
      <Grid min={320}>
        {products.slice(0, shown).map((entry) => (
          <ProductCard
            key={entry.id}
            product={entry}
            onDetails={() => open(entry.id)}
            onRemove={() => setRemoved(entry.id)}
          />
        ))}
      </Grid>
      <MoreButton more={products.length > shown} onClick={() => setShown(shown + step)} />

      {product && <RemovalDialog product={product} onClose={() => setRemoved(null)} />}
    </Stack>
  );
}
