import type { SupplierOrder } from '@almas/contract/supplier-orders';
import { colon } from '@almas/locale/formats';
import { supplierOrders as words } from '@almas/locale/screens/supplier-orders';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiPages } from '../../platform/network/index.ts';
import { Stack } from '../../ui/card.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { When } from '../../ui/figures.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfferName } from '../../ui/offer-name.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import record from '../../ui/record.module.css';
import { Segmented } from '../../ui/segmented.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { isDecidable, orderTones } from './order-states.ts';
import { RehearsalButton } from './rehearsal-button.tsx';
import ResolveDialog from './resolve-dialog.tsx';
import styles from './supplier-orders.module.css';

const choices = (['all', 'open', 'delivered', 'failed'] as const).map((value) => ({
  value,
  label: words.which[value],
}));

/** Every order, below those whose outcome is unknown. */
export function OrderList() {
  const [status, setStatus] = useState<(typeof choices)[number]['value']>('all');
  const [resolved, setResolved] = useState<SupplierOrder | null>(null);
  const unknown = useInfiniteQuery({
    ...apiPages('supplierOrders', 'list', { query: { status: 'unknown' } }),
    staleTime: 0,
  });
  const list = useInfiniteQuery({
    ...apiPages('supplierOrders', 'list', { query: { status } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const waiting = unknown.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Stack>
      {waiting.length > 0 && (
        <Notice tone="failed" title={words.unknownTitle} text={words.unknownSearched}>
          <ul className={styles.unknown}>
            {waiting.map((order) => (
              <li key={order.id}>
                {order.needsPerson && <p>{words.unknownPerson}</p>}
                <OrderItem order={order} onResolve={() => setResolved(order)} />
              </li>
            ))}
          </ul>
          <ShowMore list={unknown} />
        </Notice>
      )}
      <RehearsalButton />
      <Segmented label={words.which.label} labelled value={status} options={choices} onChange={setStatus} />
      <div>
        <ExportButton list="supplierOrders" filters={{ status }} />
      </div>
      <PagedList
        list={list}
        empty={{ title: words.empty, text: words.emptyText }}
        filtered={status !== 'all'}
        failed={words.failed}
      >
        {(items: readonly SupplierOrder[]) => (
          <ul className="column gap-12">
            {items
              .filter((order) => order.status !== 'unknown')
              .map((order) => (
                <li key={order.id} className={`box ${record.item}`} data-testid="supplier-order">
                  <OrderItem order={order} onResolve={() => setResolved(order)} />
                </li>
              ))}
          </ul>
        )}
      </PagedList>
      {resolved && <ResolveDialog order={resolved} onClose={() => setResolved(null)} />}
    </Stack>
  );
}

interface OrderItemProps {
  readonly order: SupplierOrder;
  readonly onResolve: () => void;
}

function OrderItem({ order, onResolve }: OrderItemProps) {
  const { id, status, evidence, nextCheckAt, topUp } = order;
  const titleId = `supplier-order-${id}`;
  return (
    <div className="column gap-6 anywhere">
      <div className={record.head}>
        <h3 id={titleId} className={record.name} dir="auto">
          <OfferName {...order} between=" " />
        </h3>
        {status !== 'unknown' && (
          <StatusBadge tone={orderTones[status]}>{words.statuses[status]}</StatusBadge>
        )}
      </div>
      <p>
        <Dotted
          parts={[
            order.supplierName,
            topUp ? words.topUp.player(topUp.playerId) : words.line(order.quantity, order.delivered),
            topUp?.resellerName,
            words.cost(order.cost, order.maxCost),
            order.isRestock && words.restock,
          ]}
        />
      </p>
      <p className="dim">
        <Dotted
          parts={[
            words.reference(order.reference, order.number),
            <When key="at" at={order.createdAt} />,
            order.orderedByName && words.by(order.orderedByName),
          ]}
        />
      </p>
      {evidence !== '' && <p dir="auto">{evidence}</p>}
      {status === 'unknown' && nextCheckAt && (
        <p className="dim">
          {words.nextCheck}
          {colon}
          <When at={nextCheckAt} />
        </p>
      )}
      {isDecidable(status) && (
        <div>
          <DialogButton
            variant={status === 'unknown' ? 'primary' : 'secondary'}
            of={titleId}
            onClick={onResolve}
          >
            {words.resolve}
          </DialogButton>
        </div>
      )}
    </div>
  );
}
