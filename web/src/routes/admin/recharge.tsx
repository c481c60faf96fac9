import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { formatCount } from '@almas/locale/formats';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { common } from '@almas/locale/screens/common';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { filterRequests } from '../../features/recharge-requests/filter-requests.ts';
import { filterChoices, ManageFilters, noFilters } from '../../features/recharge-requests/manage-filters.tsx';
import { ManageTable } from '../../features/recharge-requests/manage-table.tsx';
import { RechargeStats } from '../../features/recharge-requests/recharge-stats.tsx';
import type { OpenedRequest } from '../../features/recharge-requests/request-dialog.tsx';
import { useAddressFilters } from '../../lib/address-filters.ts';
import { apiPages, apiQuery } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useNextInReach } from '../../ui/use-next-in-reach.ts';
import { useOpenedOnce } from '../../ui/use-opened-once.ts';

const RequestDialog = lazyDialog(() => import('../../features/recharge-requests/request-dialog.tsx'));
const words = adminRecharges.manage;

/** The latest requests, filtered here and now (SPEC §2 Admin recharge); older ones are loaded by hand. */
const listQuery = apiPages('rechargeRequests', 'list', { query: { limit: 500 } });
const statsQuery = apiQuery('statistics', 'summary');

export default function AdminRechargePage() {
  const [filters, change] = useAddressFilters(noFilters, filterChoices);
  const list = useInfiniteQuery(listQuery);
  const stats = useQuery(statsQuery);
  const reload = () => Promise.all([list.refetch(), stats.refetch()]);
  return (
    <Stack gap={20}>
      <PageHeader
        title={words.title}
        text={words.text}
        actions={
          <Button look="secondary" busy={list.isRefetching} onClick={() => void reload()}>
            {common.refresh}
          </Button>
        }
      />
      <RechargeStats figures={stats.data?.recharges} />
      <ManageFilters filters={filters} onChange={change} />
      <PagedList list={list} empty={{ title: words.empty }} failed={adminRecharges.failed}>
        {(items) => <Filtered items={filterRequests(items, filters, Date.now())} />}
      </PagedList>
    </Stack>
  );
}

function Filtered({ items }: { readonly items: readonly RechargeRequest[] }) {
  const [opened, setOpened] = useState<OpenedRequest | null>(null);
  const openedOnce = useOpenedOnce(opened !== null);
  const { list, leaving } = useNextInReach();
  const open = (request: RechargeRequest, view: OpenedRequest['view']) => {
    leaving(request.id);
    setOpened({ request, view });
  };
  return (
    <Stack gap={12}>
      <p role="status" style={{ color: 'var(--dim)' }}>
        {words.count(formatCount(items.length), items.length > 1)}
      </p>
      {items.length > 0 ? (
        <ManageTable items={items} open={open} list={list} />
      ) : (
        <Card>
          <EmptyState title={words.empty} text={words.emptyText} />
        </Card>
      )}
      {openedOnce && <RequestDialog opened={opened} onClose={() => setOpened(null)} />}
    </Stack>
  );
}
