import { adminProducts as words } from '@almas/locale/screens/admin-products';
import { codeBatches } from '@almas/locale/screens/code-batches';
import { prices } from '@almas/locale/screens/prices';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { WithheldNotice } from '../../../features/codes/withheld-notice.tsx';
import { ExportButton } from '../../../features/exports/export-button.tsx';
import { AddressedProduct } from '../../../features/products/addressed-product.tsx';
import { AdminProducts } from '../../../features/products/admin-products.tsx';
import { StockOpener } from '../../../features/stock/stock-opener.tsx';
import { useAddressFilters } from '../../../platform/navigation/address-filters.ts';
import { Link } from '../../../platform/navigation/index.ts';
import { useMayOpen } from '../../../platform/navigation/page-scopes.ts';
import { api, apiQuery } from '../../../platform/network/index.ts';
import { useMay } from '../../../platform/session/index.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/card.tsx';
import { lazyDialog } from '../../../ui/lazy-part.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Unloaded } from '../../../ui/unloaded.tsx';
import { BackIcon, PlusIcon } from '../../../ui/work-icons.tsx';

const PricesDialog = lazyDialog(() => import('../../../features/prices/prices-dialog.tsx'));
const FindCodeDialog = lazyDialog(() => import('../../../features/codes/find-code-dialog.tsx'));

const defaults: Readonly<Record<'view' | 'game' | 'search' | 'status' | 'sort' | 'order', string>> = {
  view: '',
  game: '',
  search: '',
  status: 'all',
  sort: 'name',
  order: 'asc',
};
const choices = {
  view: { offers: '' },
  status: words.filter,
  sort: { name: '', stock: '', sold: '' },
  order: { asc: '', desc: '' },
};

/** Expired reservations are released when an administrator opens the products (AMB-63). */
const useRelease = (may: boolean) =>
  useEffect(() => {
    if (may) void api.codes.releaseReservations().catch(() => undefined);
  }, [may]);

const create = (
  <Link to="/admin/products/new" className={buttonClass()}>
    <PlusIcon size={18} /> {words.newProduct}
  </Link>
);

export default function AdminProductsPage() {
  const [filters, change] = useAddressFilters(defaults, choices);
  const list = useQuery(apiQuery('products', 'list', { query: {} }));
  const [isFinding, setFinding] = useState(false);
  const [isPricing, setPricing] = useState(false);
  const may = useMay();
  const mayOpen = useMayOpen();
  const hasStock = may('stock');
  const mayPrice = may('prices');
  useRelease(hasStock);
  const back = filters.game ? (
    <Link to="/admin/products" search={filters.view ? { view: filters.view } : {}}>
      <BackIcon size={18} />
      {words.backToGames}
    </Link>
  ) : undefined;
  return (
    <Stack gap={24}>
      <PageHeader
        title={filters.game || words.title}
        text={filters.game ? undefined : words.text}
        back={back}
        actions={
          <>
            {hasStock && (
              <Button variant="secondary" aria-haspopup="dialog" onClick={() => setFinding(true)}>
                {codeBatches.find.open}
              </Button>
            )}
            {mayPrice && (
              <Button variant="secondary" aria-haspopup="dialog" onClick={() => setPricing(true)}>
                {prices.open}
              </Button>
            )}
            {hasStock && <StockOpener />}
            <ExportButton list="products" />
            {mayOpen('/admin/products/new') && create}
          </>
        }
      />
      {hasStock && <WithheldNotice />}
      {list.data ? (
        <AdminProducts products={list.data.items} filters={filters} onChange={change} />
      ) : (
        <Unloaded query={list} count={4} height={96} />
      )}
      <AddressedProduct />
      {isPricing && <PricesDialog onClose={() => setPricing(false)} />}
      {isFinding && <FindCodeDialog onClose={() => setFinding(false)} />}
    </Stack>
  );
}
