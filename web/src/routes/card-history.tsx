import type { PurchaseSummary } from '@almas/contract/purchases';
import { cardHistory as words } from '@almas/locale/screens/card-history';
import { codeBatches } from '@almas/locale/screens/code-batches';
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useState } from 'react';
import styles from '../features/purchases/card-filters.module.css';
import { useCodesDialog } from '../features/purchases/codes-opener.tsx';
import { OfflineCodes } from '../features/purchases/offline-codes.tsx';
import { PurchasesByDay } from '../features/purchases/purchases-by-day.tsx';
import { useAddressFilters } from '../platform/navigation/address-filters.ts';
import { Link } from '../platform/navigation/index.ts';
import { useSearchText } from '../platform/navigation/use-search-text.ts';
import { allItems, apiPages } from '../platform/network/index.ts';
import { useOnline } from '../platform/offline/index.ts';
import { useMe } from '../platform/session/index.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Stack } from '../ui/card.tsx';
import { CardsIcon } from '../ui/icons.tsx';
import { lazyDialog } from '../ui/lazy-part.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Period } from '../ui/period.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Unloaded } from '../ui/unloaded.tsx';

const FindOwnCodeDialog = lazyDialog(() => import('../features/purchases/find-own-code-dialog.tsx'));

const noFilters = { search: '', from: '', to: '' };

export default function CardHistoryPage() {
  const isCashier = useMe().cashier !== undefined;
  return (
    <Stack gap={24}>
      {isCashier ? (
        <PageHeader title={words.sales.title} text={words.sales.text} />
      ) : (
        <PageHeader title={words.title} text={words.text} />
      )}
      <Cards />
    </Stack>
  );
}

function Cards() {
  const [filters, change] = useAddressFilters(noFilters);
  const [search, setSearch] = useSearchText(filters.search, (text) => change({ search: text }));
  const narrowed = Object.values(filters).some((value) => value !== '');
  const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  const list = useInfiniteQuery({
    ...(narrowed ? apiPages('purchases', 'list', { query }) : apiPages('purchases', 'list')),
    placeholderData: keepPreviousData,
  });
  const [isFinding, setFinding] = useState(false);
  const findCode = () => setFinding(true);
  const { open, dialog } = useCodesDialog();
  const bought = list.data?.pages.some(({ items }) => items.length > 0);
  return (
    <>
      {(narrowed || search !== '' || bought) && (
        <div className={styles.filters}>
          <div className={styles.search}>
            <SearchInput value={search} onChange={setSearch} placeholder={words.searchPlaceholder} />
          </div>
          <FindCode onOpen={findCode} />
          <Period value={filters} onChange={change} />
        </div>
      )}
      <Purchases
        list={list}
        narrowed={narrowed}
        onOpen={open}
        onFindCode={findCode}
        onClear={() => change(noFilters)}
      />
      {isFinding && <FindOwnCodeDialog onOpen={open} onClose={() => setFinding(false)} />}
      {dialog}
    </>
  );
}

/** A cashier finds the own sales in the list. */
const FindCode = ({ onOpen }: { readonly onOpen: () => void }) =>
  useMe().cashier ? null : (
    <Button variant="secondary" aria-haspopup="dialog" onClick={onOpen}>
      {codeBatches.find.open}
    </Button>
  );

interface PurchasesProps {
  readonly list: UseInfiniteQueryResult<
    InfiniteData<{ items: PurchaseSummary[]; nextCursor: string | null }>
  >;
  readonly narrowed: boolean;
  readonly onOpen: (purchase: PurchaseSummary) => void;
  readonly onFindCode: () => void;
  readonly onClear: () => void;
}

function Purchases({ list, narrowed, onOpen, onFindCode, onClear }: PurchasesProps) {
  const online = useOnline();
  if (!list.data) {
    if (!online) return <OfflineCodes onRetry={() => void list.refetch()} />;
    return <Unloaded query={list} count={5} height={88} />;
  }
  const purchases = allItems(list.data);
  if (purchases.length === 0)
    return narrowed ? <NoMatch onFindCode={onFindCode} onClear={onClear} /> : <NoCards />;
  return (
    <>
      <PurchasesByDay purchases={purchases} onOpen={onOpen} />
      <ShowMore list={list} />
    </>
  );
}

/** The search is part of the address, where no code may stand: a code is found in its own dialog. */
const NoMatch = ({ onFindCode, onClear }: Pick<PurchasesProps, 'onFindCode' | 'onClear'>) => (
  <EmptyState
    icon={<CardsIcon size={26} />}
    title={words.noMatch}
    text={words.noMatchText}
    action={
      <Stack gap={4}>
        <FindCode onOpen={onFindCode} />
        <Button variant="quiet" onClick={onClear}>
          {words.clearFilters}
        </Button>
      </Stack>
    }
  />
);

function NoCards() {
  const texts = useMe().cashier ? words.sales : words;
  return (
    <EmptyState
      icon={<CardsIcon size={26} />}
      title={texts.empty}
      text={texts.emptyText}
      action={
        <Link to="/catalog" className={buttonClass('primary')}>
          {words.toCatalog}
        </Link>
      }
    />
  );
}
