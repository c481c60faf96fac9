import { algiersDay } from '@almas/contract/algiers';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { common } from '@almas/locale/screens/common';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ExportButton } from '../../features/exports/export-button.tsx';
import { exportQuery, isFiltered, serverQuery } from '../../features/recharge-requests/filter-requests.ts';
import {
  ManageFilters,
  noRechargeFilters,
  rechargeFilterChoices,
} from '../../features/recharge-requests/manage-filters.tsx';
import { PendingRechargeRequests } from '../../features/recharge-requests/pending-list.tsx';
import { serverNow } from '../../lib/server-clock.ts';
import { useAddressFilters } from '../../platform/navigation/address-filters.ts';
import { Link } from '../../platform/navigation/index.ts';
import { apiPages } from '../../platform/network/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { useNow } from '../../ui/figures.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { QueueOrder, queueOrder, queueOrderChoices } from '../../ui/queue-order.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { BackIcon } from '../../ui/work-icons.tsx';

const words = adminRecharges.pending;
const { manage } = adminRecharges;
const { status: _all, ...withoutStatus } = noRechargeFilters;
const { status: _choices, ...choicesWithoutStatus } = rechargeFilterChoices;
const defaults = { ...withoutStatus, ...queueOrder };
const choices = { ...choicesWithoutStatus, ...queueOrderChoices };

const nothing = <EmptyState title={words.empty} text={words.emptyText} />;

/** Pending requests only, found, filtered and decided one by one or together (AMB-20); where the dashboard's `Voir tout` leads. */
export default function AdminRechargesPage() {
  const [filters, change] = useAddressFilters(defaults, choices);
  const isNarrowed = isFiltered({ ...filters, status: 'all' });
  const today = algiersDay(useNow());
  // Decided rows leave when the list is asked anew.
  const [opened, setOpened] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one start of the period for all pages of its list, anew each day and when asked
  const query = useMemo(() => {
    const pending = { ...filters, status: 'pending' };
    return isFiltered({ ...pending, status: 'all' })
      ? serverQuery(pending, serverNow())
      : { status: 'pending' as const, order: filters.order as 'asc' };
  }, [filters, today, opened]);
  const list = useInfiniteQuery({
    ...apiPages('rechargeRequests', 'list', { query }),
    placeholderData: keepPreviousData,
  });
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
            <Button variant="secondary" busy={list.isRefetching} onClick={() => void refreshList()}>
              {common.refresh}
            </Button>
            <Link to="/admin/recharge" className={buttonClass('secondary')}>
              {words.toAll}
            </Link>
            <ExportButton list="rechargeRequests" filters={exportQuery({ ...filters, status: 'pending' })} />
          </>
        }
      />
      <ManageFilters
        filters={{ ...filters, status: 'all' }}
        withStatus={false}
        onChange={({ status: _, ...changed }) => change(changed)}
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
                key={`${opened} ${list.isPlaceholderData ? '' : JSON.stringify(query)}`}
                items={items}
                complete={!list.hasNextPage}
                inBatches
                empty={isNarrowed ? <EmptyState title={manage.empty} text={manage.emptyText} /> : nothing}
              />
            </Card>
          </Stack>
        )}
      </PagedList>
    </Stack>
  );
}
