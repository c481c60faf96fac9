import { algiersDay } from '@almas/contract/algiers';
import type { RechargeRequest } from '@almas/contract/recharge-requests';
import type { Matches } from '@almas/locale/formats';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { bank as bankWords } from '@almas/locale/screens/bank';
import { common } from '@almas/locale/screens/common';
import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ExportButton } from '../../features/exports/export-button.tsx';
import {
  exportQuery,
  filterRequests,
  isFiltered,
  serverQuery,
} from '../../features/recharge-requests/filter-requests.ts';
import {
  ManageFilters,
  noRechargeFilters,
  rechargeFilterChoices,
  rechargeSortChoices,
  rechargeSorting,
} from '../../features/recharge-requests/manage-filters.tsx';
import { ManageTable } from '../../features/recharge-requests/manage-table.tsx';
import { RechargeStats } from '../../features/recharge-requests/recharge-stats.tsx';
import type { OpenedRequest } from '../../features/recharge-requests/request-dialog.tsx';
import { serverNow } from '../../lib/server-clock.ts';
import { useAddressFilters } from '../../platform/navigation/address-filters.ts';
import { Link, useAddressItem } from '../../platform/navigation/index.ts';
import { allItems, apiPages, apiQuery } from '../../platform/network/index.ts';
import { useMay } from '../../platform/session/index.ts';
import { AddressedDialog } from '../../ui/addressed-dialog.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { useNow } from '../../ui/figures.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { MoreButton } from '../../ui/show-more.tsx';
import type { Sorting } from '../../ui/sorted-head.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type KeptRow, useKeptRows } from '../../ui/use-kept-rows.ts';

const RequestDialog = lazyDialog(() => import('../../features/recharge-requests/request-dialog.tsx'));
const BankDialog = lazyDialog(() => import('../../features/bank/bank-dialog.tsx'));
const StatementDialog = lazyDialog(() => import('../../features/recharge-requests/statement-dialog.tsx'));
const words = adminRecharges.manage;

/** The latest requests. When the list is complete, filters apply in the browser (ADR-11), else at the server. */
const listQuery = apiPages('rechargeRequests', 'list', { query: { limit: 500, order: 'desc' } });
/** Rows rendered at a time: hundreds of them are slow on a phone. */
const slice = 50;
const defaults = { ...noRechargeFilters, ...rechargeSorting };
const choices = { ...rechargeFilterChoices, ...rechargeSortChoices };
const statsQuery = apiQuery('statistics', 'summary');

export default function AdminRechargePage() {
  const [filters, change] = useAddressFilters(defaults, choices);
  const all = useInfiniteQuery(listQuery);
  const narrowed = isFiltered(filters);
  const searchesServer = all.hasNextPage && (narrowed || filters.order !== defaults.order);
  const today = algiersDay(useNow());
  const [refreshes, setRefreshes] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one start of the period for all pages of its list, anew each day and when asked
  const query = useMemo(() => serverQuery(filters, serverNow()), [filters, today, refreshes]);
  const searched = useInfiniteQuery({
    ...apiPages('rechargeRequests', 'list', { query }),
    enabled: searchesServer,
    placeholderData: keepPreviousData,
  });
  const list = searchesServer ? searched : all;
  const hasFigures = useMay()('reports');
  const stats = useQuery({ ...statsQuery, enabled: hasFigures });
  const reload = () => {
    setRefreshes(refreshes + 1);
    return Promise.all([list.refetch(), hasFigures && stats.refetch()]);
  };
  const { count, capped = false } = list.data?.pages[0] ?? {};
  const loaded = list.data ? allItems(list.data) : [];
  const left = searchesServer ? loaded : filterRequests(loaded, filters, serverNow());
  const rows = !searchesServer && filters.order === 'asc' ? [...left].reverse() : left;
  const [drawn, setDrawn] = useState(slice);
  const [statement, setStatement] = useState(false);
  const [bank, setBank] = useState(false);
  const { open: openRequest } = useAddressItem('rechargeRequest');
  // Which list is on screen: while another is on its way, none.
  const isOld = searchesServer && searched.isPlaceholderData;
  const listKey = isOld ? '' : JSON.stringify(filters);
  return (
    <Stack gap={20}>
      <PageHeader
        title={words.title}
        text={words.text}
        actions={
          <>
            <Link to="/admin/recharges" className={buttonClass('primary')}>
              {words.toQueue}
            </Link>
            <Button variant="secondary" busy={list.isRefetching} onClick={() => void reload()}>
              {common.refresh}
            </Button>
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setStatement(true)}>
              {adminRecharges.statement.open}
            </Button>
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setBank(true)}>
              {bankWords.open}
            </Button>
            <ExportButton list="rechargeRequests" filters={exportQuery(filters)} />
          </>
        }
      />
      {hasFigures && <RechargeStats figures={stats.data?.recharges} />}
      <ManageFilters filters={filters} onChange={change} />
      <PagedList
        list={{ ...list, hasNextPage: list.hasNextPage && rows.length <= drawn }}
        empty={{ title: words.empty }}
        failed={adminRecharges.failed}
        drawsEmpty={narrowed}
      >
        {(items) => (
          <Filtered
            all={items}
            rows={rows}
            drawn={drawn}
            onDrawMore={() => setDrawn(drawn + slice)}
            listKey={listKey}
            counted={(searchesServer || !narrowed) && count !== undefined ? { count, capped } : undefined}
            sorting={{
              by: 'date',
              order: filters.order as Sorting['order'],
              onSort: (_by, order) => change({ order }),
            }}
          />
        )}
      </PagedList>
      {statement && <StatementDialog onClose={() => setStatement(false)} />}
      {bank && <BankDialog onClose={() => setBank(false)} onRequest={openRequest} />}
      {list.data && <AddressedRequest listed={list.data.pages.flatMap(({ items }) => items)} />}
    </Stack>
  );
}

interface FilteredProps {
  readonly all: readonly RechargeRequest[];
  /** Those of them that the filters leave. */
  readonly rows: readonly RechargeRequest[];
  /** Which list this is: another filter or search begins anew. */
  readonly listKey: string;
  readonly drawn: number;
  readonly onDrawMore: () => void;
  /** As the server counted; undefined: what is left here is all. */
  readonly counted: Matches | undefined;
  readonly sorting: Sorting;
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

/** By id: the requests as they are now. What the server's search no longer names is read by itself. */
function useCurrentRequests(
  all: readonly RechargeRequest[],
  rows: readonly KeptRow<RechargeRequest>[],
): ReadonlyMap<string, RechargeRequest> {
  const current = new Map(all.map((request) => [request.id, request]));
  const removed = rows.flatMap(({ item: { id } }) => (current.has(id) ? [] : [id]));
  const fresh = useQueries({
    queries: removed.map((id) => ({
      ...apiQuery('rechargeRequests', 'get', { params: { id } }),
      staleTime: 0,
    })),
  });
  for (const { data } of fresh) if (data) current.set(data.id, data);
  return current;
}

function Filtered({ all, rows: items, listKey, counted, drawn, onDrawMore, sorting }: FilteredProps) {
  // A decided request stays in its place under the filter `En attente` too.
  const { rows, pointer } = useKeptRows(items, { complete: true, listKey });
  const current = useCurrentRequests(all, rows);
  const [opened, setOpened] = useState<OpenedRequest | null>(null);
  const { open: address } = useAddressItem('rechargeRequest');
  const { list, opened: lastOpened } = useDecidedRowFocus(all);
  const open = (request: RechargeRequest, view: OpenedRequest['view']) => {
    lastOpened.current = request.id;
    if (view === 'details') address(request.id);
    else setOpened({ request, view });
  };
  return (
    <Stack gap={12}>
      <p role="status" style={{ color: 'var(--dim)' }}>
        {words.count(counted ?? { count: items.length, capped: false })}
      </p>
      {rows.length > 0 ? (
        <ManageTable
          items={rows.slice(0, drawn).map(({ item }) => current.get(item.id) ?? item)}
          open={open}
          list={list}
          pointer={pointer}
          sorting={sorting}
        />
      ) : (
        <Card>
          <EmptyState title={words.empty} text={words.emptyText} />
        </Card>
      )}
      <MoreButton more={rows.length > drawn} onClick={onDrawMore} />
      {opened && (
        <RequestDialog
          request={current.get(opened.request.id) ?? opened.request}
          view={opened.view}
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
  return (
    <>
      {request && <RequestDialog request={request} view="details" onClose={close} />}
      {id !== null && !request && <AddressedDialog found={found} unknown={words.unknown} onClose={close} />}
    </>
  );
}
