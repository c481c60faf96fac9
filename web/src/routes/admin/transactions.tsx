import type { Transaction } from '@almas/contract/wallet';
import { adminWallet as words } from '@almas/locale/screens/admin-wallet';
import { lists } from '@almas/locale/screens/lists';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ExportButton } from '../../features/exports/export-button.tsx';
import {
  firstSorting,
  noTransactionFilters,
  sortChoices,
  TransactionsFilters,
  transactionFilterChoices,
} from '../../features/wallet/transactions-filters.tsx';
import { TransactionsTable } from '../../features/wallet/transactions-table.tsx';
import { isReversed } from '../../lib/day-range.ts';
import { useAddressFilters } from '../../platform/navigation/address-filters.ts';
import { Link, useAddressItem } from '../../platform/navigation/index.ts';
import { useSearchText } from '../../platform/navigation/use-search-text.ts';
import { apiPages, apiQuery } from '../../platform/network/index.ts';
import { AddressedDialog } from '../../ui/addressed-dialog.tsx';
import { Stack } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import type { Sorting } from '../../ui/sorted-head.tsx';
import { emptyLine } from '../../ui/states.tsx';
import { BackIcon } from '../../ui/work-icons.tsx';

const TransactionDialog = lazyDialog(() => import('../../features/wallet/transaction-dialog.tsx'));

type Query = NonNullable<Parameters<typeof apiPages<'wallet', 'transactions'>>[2]>['query'];

const defaults = { ...noTransactionFilters, ...firstSorting };
const choices = { ...transactionFilterChoices, ...sortChoices };

/** Every transaction, searched and filtered by the server. */
export default function AdminTransactionsPage() {
  const [filters, change] = useAddressFilters(defaults, choices);
  const [search, setSearch] = useSearchText(filters.search, (text) => change({ search: text }));
  const list = useInfiniteQuery({
    ...apiPages('wallet', 'transactions', { query: filters as Query }),
    placeholderData: keepPreviousData,
  });
  const { id, entry, found, open, close } = useAddressedTransaction(
    list.data?.pages.flatMap(({ items }) => items) ?? [],
  );
  const sorting: Sorting = {
    by: filters.sort,
    order: filters.order as Sorting['order'],
    onSort: (sort, order) => change({ sort, order }),
  };
  const first = list.data?.pages[0];
  return (
    <Stack gap={20}>
      <PageHeader
        title={words.title}
        text={first ? words.count(first) : emptyLine}
        back={
          <Link to="/admin">
            <BackIcon size={18} />
            {words.toDashboard}
          </Link>
        }
        actions={<ExportButton list="transactions" filters={filters} />}
      />
      <TransactionsFilters filters={filters} search={search} onSearch={setSearch} onChange={change} />
      <PagedList
        list={list}
        empty={{ title: words.empty, text: isReversed(filters) ? lists.datesReversed : words.emptyText }}
        failed={words.failed}
      >
        {(items) => (
          <TransactionsTable items={items} onOpen={(opened) => open(opened.id)} sorting={sorting} />
        )}
      </PagedList>
      {entry && <TransactionDialog entry={entry} onClose={close} />}
      {id !== null && entry === null && (
        <AddressedDialog found={found} unknown={words.unknown} onClose={close} />
      )}
    </Stack>
  );
}

/** The transaction that the address opens: from the list, or read by itself when the list does not show it. */
function useAddressedTransaction(listed: readonly Transaction[]) {
  const item = useAddressItem('transaction');
  const inList = listed.find(({ id }) => id === item.id);
  const found = useQuery({
    ...apiQuery('wallet', 'transaction', { params: { id: item.id ?? '' } }),
    enabled: item.id !== null && !inList,
  });
  return { ...item, entry: inList ?? (item.id === null ? undefined : found.data) ?? null, found };
}
