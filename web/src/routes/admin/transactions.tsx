import type { Transaction } from '@almas/contract/wallet';
import { formatCount } from '@almas/locale/formats';
import { adminWallet as words } from '@almas/locale/screens/admin-wallet';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  filterChoices,
  noFilters,
  TransactionsFilters,
} from '../../features/wallet/transactions-filters.tsx';
import { TransactionsTable } from '../../features/wallet/transactions-table.tsx';
import { useAddressFilters } from '../../lib/address-filters.ts';
import { apiPages } from '../../lib/queries.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Stack } from '../../ui/card.tsx';
import { BackIcon } from '../../ui/icons.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useOpenedOnce } from '../../ui/use-opened-once.ts';

const TransactionDialog = lazyDialog(() => import('../../features/wallet/transaction-dialog.tsx'));

type Query = NonNullable<Parameters<typeof apiPages<'wallet', 'transactions'>>[2]>['query'];

/** Every transaction, searched and filtered by the server (SPEC §2 Admin transactions). */
export default function AdminTransactionsPage() {
  const [filters, change] = useAddressFilters(noFilters, filterChoices);
  const [search, setSearch] = useSearchText(filters.search, (text) => change({ search: text }));
  const [opened, setOpened] = useState<Transaction | null>(null);
  const openedOnce = useOpenedOnce(opened !== null);
  const list = useInfiniteQuery({
    ...apiPages('wallet', 'transactions', { query: filters as Query }),
    placeholderData: keepPreviousData,
  });
  const first = list.data?.pages[0];
  return (
    <Stack gap={20}>
      <PageHeader
        title={words.title}
        text={first ? words.count(formatCount(first.count), first.count > 1, first.capped) : undefined}
        back={
          <Link to="/admin">
            <BackIcon size={18} />
            {words.toDashboard}
          </Link>
        }
      />
      <TransactionsFilters filters={filters} search={search} onSearch={setSearch} onChange={change} />
      <PagedList list={list} empty={{ title: words.empty, text: words.emptyText }} failed={words.failed}>
        {(items) => <TransactionsTable items={items} onOpen={setOpened} />}
      </PagedList>
      {openedOnce && <TransactionDialog entry={opened} onClose={() => setOpened(null)} />}
    </Stack>
  );
}
