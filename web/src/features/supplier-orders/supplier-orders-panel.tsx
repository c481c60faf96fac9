import { supplierOrders } from '@almas/locale/screens/supplier-orders';
import { useQuery } from '@tanstack/react-query';
import { useDialogParameter } from '../../platform/navigation/index.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Section, Stack } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';

const SupplierOrdersDialog = lazyDialog(() => import('./supplier-orders-dialog.tsx'));
const words = supplierOrders.panel;

/** Whether orders wait for a person to find out about them, and the way to all of them. */
export default function SupplierOrdersPanel() {
  const { value, open } = useDialogParameter('orders');
  // Of the orders themselves one page is read at a time.
  const { data } = useQuery({ ...apiQuery('supplierOrders', 'connections', { query: {} }), staleTime: 0 });
  const unknown = data?.items.reduce((sum, { unknownOrders }) => sum + unknownOrders, 0) ?? 0;
  return (
    <Section title={supplierOrders.title}>
      <Stack>
        {data && <p>{unknown > 0 ? words.unknown(unknown) : words.nothing}</p>}
        <Row>
          {(['orders', 'connections'] as const).map((tab) => (
            <Button
              key={tab}
              variant={tab === 'orders' && unknown > 0 ? 'primary' : 'secondary'}
              aria-haspopup="dialog"
              onClick={() => open(tab)}
            >
              {supplierOrders.tabs[tab]}
            </Button>
          ))}
        </Row>
      </Stack>
      {value !== null && <SupplierOrdersDialog />}
    </Section>
  );
}
