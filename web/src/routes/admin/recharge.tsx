import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { formatCount } from '@almas/locale/formats';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { common } from '@almas/locale/screens/common';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { filterRequests } from '../../features/recharge-requests/filter-requests.ts';
import {
  ManageFilters,
  noRechargeFilters,
  rechargeFilterChoices,
} from '../../features/recharge-requests/manage-filters.tsx';
import { ManageTable } from '../../features/recharge-requests/manage-table.tsx';
import { RechargeStats } from '../../features/recharge-requests/recharge-stats.tsx';
import type { OpenedRequest } from '../../features/recharge-requests/request-dialog.tsx';
import { useAddressFilters } from '../../lib/address-filters.ts';
import { useAddressItem } from '../../lib/address-item.ts';
import { apiPages, apiQuery } from '../../lib/queries.ts';
import { AddressedDialog } from '../../ui/addressed-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useKeptRows } from '../../ui/use-kept-rows.ts';
import { useOpenedOnce } from '../../ui/use-opened-once.ts';

const RequestDialog = lazyDialog(() => import('../../features/recharge-requests/request-dialog.tsx'));
const words = adminRecharges.manage;

/** The latest requests, filtered here and now (SPEC §2 Admin recharge); older ones are loaded by hand. */
const listQuery = apiPages('rechargeRequests', 'list', { query: { limit: 500 } });
const statsQuery = apiQuery('statistics', 'summary');

export default function AdminRechargePage() {
  const [filters, change] = useAddressFilters(noRechargeFilters, rechargeFilterChoices);
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
        {(items) => <Filtered all={items} filters={filters} />}
      </PagedList>
      {list.data && <AddressedRequest listed={list.data.pages.flatMap(({ items }) => items)} />}
    </Stack>
  );
}

interface FilteredProps {
  readonly all: readonly RechargeRequest[];
  readonly filters: typeof noRechargeFilters;
}

/** After a dialog the focus goes to the row that it decided: its buttons are gone. */
function useDecidedRowFocus(all: readonly RechargeRequest[]) {
  const list = useRef<HTMLDivElement>(null);
  const opened = useRef<string | null>(null);
  useEffect(() => {
    const id = opened.current;
    if (id === null || document.activeElement !== document.body) return;
    if (all.find((request) => request.id === id)?.status === 'pending') return;
    opened.current = null;
    list.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus({ preventScroll: true });
  });
  return { list, opened };
}

function Filtered({ all, filters }: FilteredProps) {
  const items = filterRequests(all, filters, Date.now());
  // A decided request stays in its place under the filter `En attente` too.
  const { rows } = useKeptRows(items, { complete: true, of: JSON.stringify(filters) });
  const current = new Map(all.map((request) => [request.id, request]));
  const [opened, setOpened] = useState<OpenedRequest | null>(null);
  const { open: address } = useAddressItem('rechargeRequest');
  const openedOnce = useOpenedOnce(opened !== null);
  const { list, opened: lastOpened } = useDecidedRowFocus(all);
  const open = (request: RechargeRequest, view: OpenedRequest['view']) => {
    lastOpened.current = request.id;
    if (view === 'details') address(request.id);
    else setOpened({ request, view });
  };
  return (
    <Stack gap={12}>
      <p role="status" style={{ color: 'var(--dim)' }}>
        {words.count(formatCount(items.length), items.length > 1)}
      </p>
      {rows.length > 0 ? (
        <ManageTable items={rows.map(({ item }) => current.get(item.id) ?? item)} open={open} list={list} />
      ) : (
        <Card>
          <EmptyState title={words.empty} text={words.emptyText} />
        </Card>
      )}
      {openedOnce && (
        <RequestDialog
          opened={opened}
          now={current.get(opened?.request.id ?? '')}
          onClose={() => setOpened(null)}
        />
      )}
    </Stack>
  );
}

/** The details of the request that the address names: from the list, or read by itself when the list does not show it. */
function AddressedRequest({ listed }: { readonly listed: readonly RechargeRequest[] }) {
  const { id, close } = useAddressItem('rechargeRequest');
  const inList = listed.find((request) => request.id === id);
  const found = useQuery({
    ...apiQuery('rechargeRequests', 'get', { params: { id: id ?? '' } }),
    enabled: id !== null && !inList,
  });
  const request = inList ?? (id === null ? undefined : found.data);
  const openedOnce = useOpenedOnce(request !== undefined);
  return (
    <>
      {openedOnce && (
        <RequestDialog opened={request ? { request, view: 'details' } : null} now={request} onClose={close} />
      )}
      {id !== null && !request && <AddressedDialog found={found} unknown={words.unknown} onClose={close} />}
    </>
  );
}
