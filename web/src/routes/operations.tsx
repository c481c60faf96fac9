import type { Transaction } from '@almas/contract/wallet';
import { operations as words } from '@almas/locale/screens/operations';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCodesDialog } from '../features/purchases/codes-opener.tsx';
import { type Movement, movementKey, movementsOf } from '../features/wallet/movements.ts';
import { OperationList } from '../features/wallet/operation-list.tsx';
import { apiPages } from '../platform/network/index.ts';
import { Button } from '../ui/button.tsx';
import { Stack } from '../ui/card.tsx';
import { ListIcon } from '../ui/icons.tsx';
import { lazyDialog } from '../ui/lazy-part.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Unloaded } from '../ui/unloaded.tsx';

const MyDayDialog = lazyDialog(() => import('../features/reports/my-day-dialog.tsx'));
const StatementDialog = lazyDialog(() => import('../features/statements/statement-dialog.tsx'));
const OperationDialog = lazyDialog(() => import('../features/wallet/operation-dialog.tsx'));

type Filter = keyof typeof words.filters;
const filters = (Object.keys(words.filters) as Filter[]).map((value) => ({
  value,
  label: words.filters[value],
}));

export default function OperationsPage() {
  const [filter, setFilter] = useState<Filter>('all');
  return (
    <Stack gap={24}>
      <PageHeader title={words.title} text={words.text} actions={<Openers />} />
      <Segmented label={words.filterLabel} value={filter} options={filters} onChange={setFilter} />
      <Operations filter={filter} />
    </Stack>
  );
}

/** What a shop looks at in the evening, and the statement of a month. */
function Openers() {
  const [opened, setOpened] = useState<'day' | 'statement' | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpened('day')}>
        {words.day}
      </Button>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpened('statement')}>
        {words.statement}
      </Button>
      {opened === 'day' && <MyDayDialog onClose={close} />}
      {opened === 'statement' && <StatementDialog onClose={close} />}
    </>
  );
}

function Operations({ filter }: { readonly filter: Filter }) {
  const list = useInfiniteQuery(apiPages('wallet', 'operations', { query: { filter } }));
  const codes = usePurchaseCodes();
  const items = list.data?.pages.flatMap(movementsOf) ?? [];
  const { open, dialog } = useOperationDialog(items, codes.open);
  if (!list.data) return <Unloaded query={list} text={words.failed} count={6} height={76} />;
  if (items.length === 0)
    return (
      <EmptyState
        icon={<ListIcon size={26} />}
        title={words.empty}
        text={filter === 'all' ? words.emptyAllText : words.emptyText}
      />
    );
  return (
    <>
      <OperationList items={items} onOpen={open} onCodes={codes.open} />
      <ShowMore list={list} />
      {dialog}
      {codes.dialog}
    </>
  );
}

/** The codes of the purchase behind an entry of the list. */
function usePurchaseCodes() {
  const { open, dialog } = useCodesDialog();
  const openCodes = ({ purchaseId, productName, description, createdAt }: Transaction) => {
    if (purchaseId === null) return;
    open({ id: purchaseId, productName: productName ?? description, createdAt });
  };
  return { open: openCodes, dialog };
}

/** The details of an operation. They follow the list: a request may be decided while they are open. */
function useOperationDialog(items: readonly Movement[], onCodes: (purchase: Transaction) => void) {
  const [shown, setShown] = useState<Movement | null>(null);
  const current = shown && (items.find((movement) => movementKey(movement) === movementKey(shown)) ?? shown);
  const openCodes = (purchase: Transaction) => {
    setShown(null);
    onCodes(purchase);
  };
  const dialog = current && (
    <OperationDialog movement={current} onClose={() => setShown(null)} onCodes={openCodes} />
  );
  return { open: setShown, dialog };
}
