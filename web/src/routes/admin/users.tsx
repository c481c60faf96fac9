import type { User } from '@almas/contract/accounts';
import { adminUsers as words } from '@almas/locale/screens/admin-users';
import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useRef, useState } from 'react';
import { AccountBatch } from '../../features/accounts/account-batch.tsx';
import { useActivation } from '../../features/accounts/use-account-actions.ts';
import type { UserDialog } from '../../features/accounts/user-actions.tsx';
import { UsersTable } from '../../features/accounts/users-table.tsx';
import { UserDialogs } from '../../features/admin-users/user-dialogs.tsx';
import { ExportButton } from '../../features/exports/export-button.tsx';
import { useAddressFilters } from '../../platform/navigation/address-filters.ts';
import { useAddressItem } from '../../platform/navigation/index.ts';
import { useSearchText } from '../../platform/navigation/use-search-text.ts';
import { apiPages, apiQuery } from '../../platform/network/index.ts';
import { useMe } from '../../platform/session/index.ts';
import { AddressedDialog } from '../../ui/addressed-dialog.tsx';
import { Card, Row, Stack } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { Sorting } from '../../ui/sorted-head.tsx';
import { EmptyState, emptyLine } from '../../ui/states.tsx';
import { useKeptRows } from '../../ui/use-kept-rows.ts';
import { useSelection } from '../../ui/use-selection.ts';

type Status = keyof typeof words.statusChoices;
const defaults = { search: '', status: 'all', sort: 'created', order: 'desc' };
const choices = {
  status: words.statusChoices,
  sort: { created: '', name: '', balance: '', activity: '' },
  order: { asc: '', desc: '' },
};
type Sort = keyof typeof choices.sort;
const statuses = Object.entries(words.statusChoices).map(([value, label]) => ({
  value: value as Status,
  label,
}));

/** Accounts, searched and filtered by the server. */
export default function AdminUsersPage() {
  const me = useMe();
  const [filters, change] = useAddressFilters(defaults, choices);
  const [search, setSearch] = useSearchText(filters.search, (text) => change({ search: text }));
  const [opened, setOpened] = useState<{ dialog: UserDialog; user: User } | null>(null);
  // Between the answer and the list that shows it, a second press would ask again.
  const activated = useRef(new Set<string>());
  const activation = useActivation(({ id }) => activated.current.add(id));
  const status = filters.status as Status;
  const order = filters.order as Sorting['order'];
  const list = useInfiniteQuery({
    ...apiPages('users', 'list', {
      query: { search: filters.search, status, sort: filters.sort as Sort, order },
    }),
    placeholderData: keepPreviousData,
  });
  const addressed = useAddressedAccount(list.data?.pages.flatMap(({ items }) => items) ?? []);
  const open = (dialog: UserDialog, user: User) =>
    dialog === 'details' ? addressed.open(user.id) : setOpened({ dialog, user });
  const first = list.data?.pages[0];
  return (
    <Stack gap={20}>
      <PageHeader
        title={words.title}
        text={first ? words.count(first) : emptyLine}
        actions={<ExportButton list="users" filters={filters} />}
      />
      <Row gap={12}>
        <SearchInput value={search} onChange={setSearch} placeholder={words.searchPlaceholder} />
        <Segmented
          label={words.statusLabel}
          value={status}
          options={statuses}
          onChange={(value) => change({ status: value })}
        />
      </Row>
      <PagedList
        list={list}
        empty={{ title: words.empty, text: words.emptyText }}
        failed={words.failed}
        drawsEmpty
      >
        {(items) => (
          <Users
            items={items}
            complete={!list.hasNextPage}
            inBatches={status === 'pending'}
            listKey={list.isPlaceholderData ? '' : JSON.stringify(filters)}
            sorting={{ by: filters.sort, order, onSort: (sort, next) => change({ sort, order: next }) }}
            ownId={me.id}
            busy={activation.busy}
            onActivate={(user) => activated.current.has(user.id) || void activation.run(user)}
            onOpen={open}
          />
        )}
      </PagedList>
      <UserDialogs
        details={addressed.user}
        onCloseDetails={addressed.close}
        opened={opened}
        onOpen={open}
        onClose={() => setOpened(null)}
      />
      {addressed.isMissing && (
        <AddressedDialog found={addressed.found} unknown={words.unknown} onClose={addressed.close} />
      )}
    </Stack>
  );
}

/** The account whose details the address opens: from the list, or read by itself when the list does not show it. */
function useAddressedAccount(listed: readonly User[]) {
  const { id, open, close } = useAddressItem('account');
  const inList = listed.find((user) => user.id === id);
  const found = useQuery({
    ...apiQuery('users', 'get', { params: { id: id ?? '' } }),
    enabled: id !== null && !inList,
  });
  const user = inList ?? (id === null ? undefined : found.data) ?? null;
  return { user, isMissing: id !== null && user === null, found, open, close };
}

interface UsersProps extends Omit<ComponentProps<typeof UsersTable>, 'pointer'> {
  readonly complete: boolean;
  /** Pending accounts are chosen and decided in one go. */
  readonly inBatches: boolean;
  /** Which list this is: another filter or search begins anew. */
  readonly listKey: string;
}

const isWaiting = ({ status, role }: User) => status === 'pending' && role === 'reseller';

/** An account that was just decided stays in its place, with its new state, although the filter no longer names it. */
function Users({ items, complete, listKey, inBatches, ...acts }: UsersProps) {
  const waiting = items.filter(isWaiting);
  const selection = useSelection(waiting);
  const { rows, pointer } = useKeptRows(items, { complete, listKey });
  const listed = rows.filter(({ item }) => isWaiting(item)).length;
  const removed = rows.filter(({ isRemoved }) => isRemoved).map(({ item }) => item.id);
  const fresh = useQueries({
    queries: removed.map((id) => ({ ...apiQuery('users', 'get', { params: { id } }), staleTime: 0 })),
  });
  const now = new Map(fresh.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])));
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState title={words.empty} text={words.emptyText} />
      </Card>
    );
  return (
    <>
      {inBatches && <AccountBatch selection={selection} available={waiting.length} listed={listed} />}
      <UsersTable
        items={rows.map(({ item }) => now.get(item.id) ?? item)}
        selection={inBatches ? selection : undefined}
        pointer={pointer}
        {...acts}
      />
    </>
  );
}
