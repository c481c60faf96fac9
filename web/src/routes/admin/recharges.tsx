import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { common } from '@almas/locale/screens/common';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ExportButton } from '../../features/exports/export-button.tsx';
import { PendingRechargeRequests } from '../../features/recharge-requests/pending-list.tsx';
import { useAddressFilters } from '../../platform/navigation/address-filters.ts';
import { Link } from '../../platform/navigation/index.ts';
import { apiPages } from '../../platform/network/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { QueueOrder, queueOrder, queueOrderChoices } from '../../ui/queue-order.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { BackIcon } from '../../ui/work-icons.tsx';

const words = adminRecharges.pending;

/** Pending requests only, to approve or reject (AMB-20); where the dashboard's `Voir tout` leads. */
export default function AdminRechargesPage() {
  const [filters, change] = useAddressFilters(queueOrder, queueOrderChoices);
  const query = { status: 'pending', order: filters.order as 'asc' } as const;
  const list = useInfiniteQuery({
    ...apiPages('rechargeRequests', 'list', { query }),
    placeholderData: keepPreviousData,
  });
  // Decided rows leave when the list is asked anew.
  const [opened, setOpened] = useState(0);
  const refreshList = async () => {
    await list.refetch();
    setOpened((count) => count + 1);
  };
  return (
    <Stack gap={20}>
      <PageHeader
        title={words.title}
        text={words.text}
        back={
          <Link to="/admin">
            <BackIcon size={18} />
            {words.toDashboard}
          </Link>
        }
        actions={
          <>
            <Button look="secondary" busy={list.isRefetching} onClick={() => void refreshList()}>
              {common.refresh}
            </Button>
            <ExportButton list="recharge-requests" filters={query} />
            <Link to="/admin/recharge" className={buttonClass('secondary')}>
              {words.toAll}
            </Link>
          </>
        }
      />
      <PagedList
        list={list}
        empty={{ title: words.empty, text: words.emptyText }}
        failed={adminRecharges.failed}
        drawsEmpty
      >
        {(items) => (
          <Stack gap={12}>
            <QueueOrder
              isSeveral={items.length > 1}
              order={filters.order}
              onChange={(order) => change({ order })}
            />
            <Card flush>
              <PendingRechargeRequests
                key={`${opened} ${list.isPlaceholderData ? '' : filters.order}`}
                items={items}
                complete={!list.hasNextPage}
                inBatches
                empty={<EmptyState title={words.empty} text={words.emptyText} />}
              />
            </Card>
          </Stack>
        )}
      </PagedList>
    </Stack>
  );
}
