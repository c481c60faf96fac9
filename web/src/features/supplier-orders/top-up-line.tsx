import type { SupplierOrder } from '@almas/contract/supplier-orders';
import { supplierOrders } from '@almas/locale/screens/supplier-orders';
import { useState } from 'react';
import { useMay } from '../../platform/session/index.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { isDecidable, orderTones } from './order-states.ts';
import styles from './supplier-orders.module.css';

const ResolveDialog = lazyDialog(() => import('./resolve-dialog.tsx'));
const words = supplierOrders.topUp;

/** What a supplier does about a pending Free Fire request; an order that a person decides is decided here. */
export function TopUpLine({ order }: { readonly order: SupplierOrder }) {
  const may = useMay();
  const [resolved, setResolved] = useState(false);
  const { status, supplierName, cost } = order;
  return (
    <div className={styles.topUp} data-testid="top-up">
      <p className="row wrap gap-8">
        <StatusBadge tone={orderTones[status]}>{supplierOrders.statuses[status]}</StatusBadge>
        <span dir="auto">{words.at(supplierName)}</span>
      </p>
      <p className="dim">{status === 'failed' && cost ? words.kept(cost) : words.what[status]}</p>
      {isDecidable(status) && may('stock') && (
        <div>
          <Button variant="quiet" aria-haspopup="dialog" onClick={() => setResolved(true)}>
            {supplierOrders.resolve}
          </Button>
        </div>
      )}
      {resolved && <ResolveDialog order={order} onClose={() => setResolved(false)} />}
    </div>
  );
}
