import { OfferPrice } from '@almas/contract/forms';
import type { Offer, Product } from '@almas/contract/products';
import { formatCount } from '@almas/locale/formats';
import { adminProducts } from '@almas/locale/screens/admin-products';
import { useState } from 'react';
import { addressOf, Link } from '../../platform/navigation/index.ts';
import { api } from '../../platform/network/index.ts';
import { useMayCall } from '../../platform/session/may-call.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PriceForm } from '../../ui/price-form.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { ProductStatus } from './product-status.tsx';

const ProductPrices = lazyPart(
  () => import('../prices/product-prices.tsx'),
  <SkeletonList count={2} height={56} />,
);
const words = adminProducts.fields;

const columns: readonly Column<Offer>[] = [
  { head: words.offer, cell: ({ name }) => name, main: true },
  { head: words.value, cell: ({ value }) => value },
  { head: words.region, cell: ({ region }) => region },
  { head: words.price, cell: ({ price }) => <Money amount={price} />, end: true },
  { head: words.stock, cell: ({ stock }) => formatCount(stock), end: true },
];
const changeColumn = (change: (offer: Offer) => void): Column<Offer> => ({
  head: words.actions,
  cell: (offer) => (
    <Button variant="quiet" aria-label={words.changePriceOf(offer.name)} onClick={() => change(offer)}>
      {words.changePrice}
    </Button>
  ),
  actions: true,
});

interface ProductDetailsProps {
  readonly product: Product;
  readonly onClose: () => void;
}

export function ProductDetails({ product, onClose }: ProductDetailsProps) {
  const mayChange = useMayCall('products', 'update');
  const mayPrice = useMayCall('products', 'updateOffer');
  const mayReadLevels = useMayCall('prices', 'levels');
  const [changed, setChanged] = useState<string>();
  const offer = product.offers.find(({ id }) => id === changed);
  return (
    <Dialog
      onClose={onClose}
      title={product.name}
      size="lg"
      address={addressOf('product', product.id)}
      footer={
        <Link to="/admin/products/$id/edit" params={{ id: product.id }} className={buttonClass('secondary')}>
          {mayChange ? adminProducts.edit : words.offers}
        </Link>
      }
    >
      <Stack>
        <DescriptionList
          items={[
            [words.status, <ProductStatus key="status" status={product.status} />],
            [words.game, product.game],
            product.category ? [words.category, product.category] : null,
            product.description ? [words.description, product.description] : null,
            [words.createdAt, <When key="created" at={product.createdAt} />],
            [words.updatedAt, <When key="updated" at={product.updatedAt} />],
            [words.lastSale, product.lastSale ? <When key="sale" at={product.lastSale} /> : words.neverSold],
          ]}
        />
        {product.offers.length > 0 && (
          <DataTable
            caption={words.offers}
            columns={mayPrice ? [...columns, changeColumn(({ id }) => setChanged(id))] : columns}
            rows={product.offers}
            rowKey={({ id }) => id}
          />
        )}
        {mayReadLevels && <ProductPrices product={product} />}
      </Stack>
      {offer && <PriceDialog product={product} offer={offer} onClose={() => setChanged(undefined)} />}
    </Dialog>
  );
}

interface PriceDialogProps extends ProductDetailsProps {
  readonly offer: Offer;
}

const PriceDialog = ({ product, offer, onClose }: PriceDialogProps) => (
  <Dialog onClose={onClose} title={words.changePriceOf(offer.name)} size="sm">
    <PriceForm
      name={`${product.name} · ${offer.name}`}
      price={offer.price}
      rule={OfferPrice}
      send={(body) => api.products.updateOffer({ params: { id: product.id, offerId: offer.id }, body })}
      failure={adminProducts.toggle.failed}
      refreshes={['products', 'statistics']}
      draft={`offer-price-${offer.id}`}
      onClose={onClose}
    />
  </Dialog>
);
