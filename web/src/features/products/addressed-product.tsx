import { adminProducts } from '@almas/locale/screens/admin-products';
import { useQuery } from '@tanstack/react-query';
import { useAddressItem } from '../../platform/navigation/index.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { AddressedDialog } from '../../ui/addressed-dialog.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';

const ProductDetails = lazyDialog(async () => ({
  default: (await import('./product-details.tsx')).ProductDetails,
}));

/** The details of the product in the URL. */
export function AddressedProduct() {
  const { id, close } = useAddressItem('product');
  const found = useQuery({
    ...apiQuery('products', 'get', { params: { id: id ?? '' } }),
    enabled: id !== null,
  });
  if (id === null) return null;
  if (found.data) return <ProductDetails key={id} product={found.data} onClose={close} />;
  return <AddressedDialog found={found} unknown={adminProducts.unknown} onClose={close} />;
}
