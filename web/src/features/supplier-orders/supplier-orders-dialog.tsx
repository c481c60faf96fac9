import { supplierOrders as words } from '@almas/locale/screens/supplier-orders';
import { useDialogParameter } from '../../platform/navigation/index.ts';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ConnectionList } from './connection-list.tsx';
import { OrderList } from './order-list.tsx';

const tabs = (['orders', 'connections'] as const).map((value) => ({ value, label: words.tabs[value] }));

/** Orders to suppliers, the unknown ones first, and how orders reach them. The tab is in the URL (`?orders=connections`). */
export default function SupplierOrdersDialog() {
  const { value, open, close } = useDialogParameter('orders');
  const tab = tabs.find((one) => one.value === value)?.value ?? 'orders';
  return (
    <Dialog onClose={close} title={words.title} size="lg">
      <Stack>
        <Segmented label={words.tabs.label} value={tab} options={tabs} onChange={open} />
        {tab === 'orders' ? <OrderList /> : <ConnectionList />}
      </Stack>
    </Dialog>
  );
}
