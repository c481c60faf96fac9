import { adminProducts } from '@almas/locale/screens/admin-products';
import { productForm as words } from '@almas/locale/screens/product-form';
import { NewProduct } from '../../../features/products/form/new-product.tsx';
import { Link } from '../../../platform/navigation/index.ts';
import { Stack } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { BackIcon } from '../../../ui/work-icons.tsx';

export default function NewProductPage() {
  return (
    <Stack gap={24}>
      <PageHeader
        title={words.newTitle}
        text={words.newText}
        back={
          <Link to="/admin/products">
            <BackIcon size={18} />
            {adminProducts.title}
          </Link>
        }
      />
      <NewProduct />
    </Stack>
  );
}
