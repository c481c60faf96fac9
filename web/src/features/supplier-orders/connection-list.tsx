import type { SupplierConnection } from '@almas/contract/supplier-orders';
import { colon } from '@almas/locale/formats';
import { supplierOrders } from '@almas/locale/screens/supplier-orders';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, useAction } from '../../platform/network/index.ts';
import { useMayCall } from '../../platform/session/may-call.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import record from '../../ui/record.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ConnectionDialog, connectionPages } from './connection-dialog.tsx';
import { OrderDialog } from './order-dialog.tsx';

const words = supplierOrders.connections;

/** How orders reach each supplier, with the money that it holds and the day's spending. */
export function ConnectionList() {
  const [edited, setEdited] = useState<SupplierConnection | 'new' | null>(null);
  const [ordered, setOrdered] = useState<SupplierConnection | null>(null);
  const list = useInfiniteQuery({ ...connectionPages, staleTime: 0 });
  const mayConnect = useMayCall('supplierOrders', 'connect');
  return (
    <Stack>
      {mayConnect && (
        <div>
          <Button onClick={() => setEdited('new')}>{words.add}</Button>
        </div>
      )}
      <PagedList list={list} empty={{ title: words.empty, text: words.emptyText }} failed={words.failed}>
        {(items: readonly SupplierConnection[]) => (
          <ul className="column gap-12">
            {items.map((connection) => (
              <ConnectionItem
                key={connection.id}
                connection={connection}
                onEdit={() => setEdited(connection)}
                onOrder={() => setOrdered(connection)}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {edited && (
        <ConnectionDialog connection={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {ordered && <OrderDialog connection={ordered} onClose={() => setOrdered(null)} />}
    </Stack>
  );
}

interface ConnectionItemProps {
  readonly connection: SupplierConnection;
  readonly onEdit: () => void;
  readonly onOrder: () => void;
}

function ConnectionItem({ connection, onEdit, onOrder }: ConnectionItemProps) {
  const { id, supplierName, kind, paused, balance, balanceAt, articles } = connection;
  const titleId = `supplier-connection-${id}`;
  const mayUpdate = useMayCall('supplierOrders', 'updateConnection');
  const { run, busy } = useAction(
    () => api.supplierOrders.updateConnection({ params: { id }, body: { paused: !paused } }),
    { success: [words.saved], failure: words.saveFailed, refreshes: ['supplierOrders', 'auditTrail'] },
  );
  return (
    <li className={`box column gap-6 anywhere ${record.item}`} data-testid="supplier-connection">
      <div className={record.head}>
        <h3 id={titleId} className={record.name} dir="auto">
          {supplierName}
        </h3>
        {paused && <StatusBadge tone="waiting">{words.paused}</StatusBadge>}
      </div>
      <p>
        {words.balance}
        {colon}
        {balance === null ? words.noBalance : <Money amount={balance} />}
        {balanceAt && (
          <>
            {' '}
            (<When at={balanceAt} />)
          </>
        )}
      </p>
      <p>
        <Dotted
          parts={[
            words.spent(connection.spentToday, connection.dailyCap),
            words.counts(connection.openOrders, connection.unknownOrders),
          ]}
        />
      </p>
      <p className="dim">{words.kinds[kind] ?? kind}</p>
      <div className="wrap gap-8">
        <DialogButton of={titleId} disabled={articles.length === 0 || paused} onClick={onOrder}>
          {supplierOrders.order.open}
        </DialogButton>
        {mayUpdate && (
          <>
            <DialogButton of={titleId} onClick={onEdit}>
              {words.edit}
            </DialogButton>
            <DecidingButton
              variant="secondary"
              aria-describedby={titleId}
              subject={String(paused)}
              busy={busy}
              onClick={() => void run()}
            >
              {paused ? words.resume : words.pause}
            </DecidingButton>
          </>
        )}
      </div>
    </li>
  );
}
