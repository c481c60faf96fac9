import { adminProducts } from '@almas/locale/screens/admin-products';
import { productForm as words } from '@almas/locale/screens/product-form';
import { useQuery } from '@tanstack/react-query';
import { EditProduct } from '../../../features/products/form/edit-product.tsx';
import { UnfoundProduct } from '../../../features/products/unfound-product.tsx';
import { Link, useParams } from '../../../platform/navigation/index.ts';
import { ApiError, apiQuery } from '../../../platform/network/index.ts';
import { useMayCall } from '../../../platform/session/may-call.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SkeletonList } from '../../../ui/states.tsx';
import { BackIcon } from '../../../ui/work-icons.tsx';

export default function EditProductPage() {
  const id = useParams({ strict: false, select: (params) => params.id ?? '' });
  const mayChange = useMayCall('products', 'update');
  const { data: product, error } = useQuery(apiQuery('products', 'get', { params: { id } }));
  if (!product && error) {
    return <UnfoundProduct error={error} missing={error instanceof ApiError && error.status === 404} />;
  }
  return (
    <Stack gap={24}>
      <PageHeader
        title={mayChange ? words.editTitle : words.offers}
        text={product?.name}
        back={
          <Link to="/admin/products">
            <BackIcon size={18} />
            {adminProducts.title}
          </Link>
        }
        actions={
          product && (
            <Link
              to="/admin/products"
              search={{ view: 'offers', game: product.game }}
              className={buttonClass('secondary')}
            >
              {adminProducts.offers.toTable}
            </Link>
          )
        }
      />
      {product ? <EditProduct key={product.id} product={product} /> : <SkeletonList count={3} height={160} />}
    </Stack>
  );
}
