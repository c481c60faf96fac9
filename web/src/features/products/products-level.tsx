import type { Product } from '@almas/contract/products';
import { common } from '@almas/locale/screens/common';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Grid, Stack } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { ProductCard } from './product-card.tsx';

const ProductDetails = lazyDialog(async () => ({
  default: (await import('./product-details.tsx')).ProductDetails,
}));
const RemovalDialog = lazyDialog(async () => ({
  default: (await import('./removal-dialog.tsx')).RemovalDialog,
}));

/** More cards than this at once make a phone stutter; the search reaches all of them. */
const step = 48;

export function ProductsLevel({ products }: { readonly products: readonly Product[] }) {
  const [shown, setShown] = useState(step);
  const [open, setOpen] = useState<{ readonly id: string; readonly what: 'details' | 'removal' } | null>(
    null,
  );
  const product = open && products.find(({ id }) => id === open.id);
  const close = () => setOpen(null);
  return (
    <Stack>
      <Grid min={320}>
        {products.slice(0, shown).map((entry) => (
          <ProductCard
            key={entry.id}
            product={entry}
            onDetails={() => setOpen({ id: entry.id, what: 'details' })}
            onRemove={() => setOpen({ id: entry.id, what: 'removal' })}
          />
        ))}
      </Grid>
      {products.length > shown && (
        <Button look="secondary" onClick={() => setShown(shown + step)}>
          {common.showMore}
        </Button>
      )}

      {product && open.what === 'details' && <ProductDetails product={product} onClose={close} />}
      {product && open.what === 'removal' && <RemovalDialog product={product} onClose={close} />}
    </Stack>
  );
}
