import type { Transaction } from '@almas/contract/wallet';
import { operations as words } from '@almas/locale/screens/operations';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { OperationList } from '../features/wallet/operation-list.tsx';
import { allItems, apiPages } from '../lib/queries.ts';
import { Stack } from '../ui/card.tsx';
import { ListIcon } from '../ui/icons.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyState, LoadError, SkeletonList } from '../ui/states.tsx';

const OperationDialog = lazy(() => import('../features/wallet/operation-dialog.tsx'));

type Filter = keyof typeof words.filters;
const filters = (Object.keys(words.filters) as Filter[]).map((value) => ({
  value,
  label: words.filters[value],
}));

export default function OperationsPage() {
  const [filter, setFilter] = useState<Filter>('all');
  return (
    <Stack gap={24}>
      <PageHeader title={words.title} text={words.text} />
      <Segmented label={words.filterLabel} value={filter} options={filters} onChange={setFilter} />
      <Operations filter={filter} />
    </Stack>
  );
}

function Operations({ filter }: { readonly filter: Filter }) {
  const list = useInfiniteQuery(apiPages('wallet', 'operations', { query: { filter } }));
  const { open, dialog } = useOperationDialog();
  if (!list.data) {
    if (list.error)
      return <LoadError error={list.error} text={words.failed} onRetry={() => void list.refetch()} />;
    return <SkeletonList count={6} height={76} />;
  }
  const items = allItems(list.data);
  if (items.length === 0)
    return <EmptyState icon={<ListIcon size={26} />} title={words.empty} text={words.emptyText} />;
  return (
    <>
      <OperationList items={items} onOpen={open} />
      <ShowMore list={list} />
      {dialog}
    </>
  );
}

function useOperationDialog() {
  const [shown, setShown] = useState<Transaction | null>(null);
  const [opened, setOpened] = useState(false);
  const open = (entry: Transaction) => {
    setShown(entry);
    setOpened(true);
  };
  const dialog = shown && (
    <Suspense fallback={null}>
      <OperationDialog entry={shown} opened={opened} onClose={() => setOpened(false)} />
    </Suspense>
  );
  return { open, dialog };
}
