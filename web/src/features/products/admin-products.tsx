import type { Product } from '@almas/contract/products';
import { adminProducts as words } from '@almas/locale/screens/admin-products';
import { useSearchText } from '../../platform/navigation/use-search-text.ts';
import { useDraft, useUnsaved } from '../../platform/session/index.ts';
import { Button } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SortChoice } from '../../ui/sorted-head.tsx';
import { EmptyState, SkeletonList } from '../../ui/states.tsx';
import styles from './admin-list.module.css';
import {
  gamesOf,
  type ProductSort,
  type StatusFilter,
  selectProducts,
  sortGames,
  sortProducts,
} from './admin-list.ts';
import { GamesLevel } from './games-level.tsx';
import type { PriceEdits } from './offers/price-edits.ts';
import { ProductsLevel } from './products-level.tsx';

const OffersTable = lazyPart(
  () => import('./offers/offers-table.tsx'),
  <SkeletonList count={6} height={56} />,
);

interface ListFilters {
  readonly view: string;
  readonly game: string;
  readonly search: string;
  readonly status: string;
  readonly sort: string;
  readonly order: string;
}

interface AdminProductsProps {
  readonly products: readonly Product[];
  readonly filters: ListFilters;
  readonly onChange: (change: Partial<ListFilters>) => void;
}

const statuses = (['all', 'active', 'inactive', 'draft'] as const).map((value) => ({
  value,
  label: words.filter[value],
}));

const columns = [
  { head: words.fields.name, sort: { by: 'name', first: 'asc' } },
  { head: words.fields.stock, sort: { by: 'stock', first: 'asc' } },
] as const;

/** The games, then the products of one; a search shows matching products without choosing a game. Or their offers, in one table. */
export function AdminProducts({ products, filters, onChange }: AdminProductsProps) {
  const [search, setSearch] = useSearchText(filters.search, (text) => onChange({ search: text }));
  const status = filters.status as StatusFilter;
  const inGame = filters.game ? products.filter(({ game }) => game === filters.game) : products;
  const [edits, setEdits] = useDraft<PriceEdits>('offer-prices', {});
  const edited = products.flatMap(({ offers }) => offers.filter(({ id }) => edits[id])).length;
  useUnsaved({ changed: edited > 0, draft: { name: 'offer-prices', value: edits } });
  const showsOffers = filters.view === 'offers';
  const sort = filters.sort as ProductSort;
  const order = filters.order as 'asc' | 'desc';
  const found = sortProducts(selectProducts(inGame, search, status), sort, order);
  const keptFilters = {
    search: filters.search,
    status: kept(status),
    ...(sort === 'name' && order === 'asc' ? {} : { sort, order }),
  };
  const filtered = search.trim() !== '' || status !== 'all';
  const onSort = (by: string, next: 'asc' | 'desc') => onChange({ sort: by, order: next });
  const sorting = { by: sort, order, onSort };
  const clear = () => {
    setSearch('');
    onChange({ search: '', status: 'all' });
  };
  return (
    <Stack gap={20}>
      <div className={`wrap ${styles.filters}`}>
        <Segmented
          label={words.view.label}
          value={showsOffers ? 'offers' : ''}
          options={[
            { value: '', label: filters.game ? words.view.products : words.view.games },
            { value: 'offers', label: words.view.offers(edited) },
          ]}
          onChange={(view) => onChange({ view, sort: 'name', order: 'asc' })}
        />
        <SearchInput value={search} onChange={setSearch} placeholder={words.searchPlaceholder} />
        <Segmented
          label={words.statusFilter}
          value={status}
          options={statuses}
          onChange={(value) => onChange({ status: value })}
        />
        {!showsOffers && <SortChoice columns={columns} sorting={sorting} />}
      </div>
      {showsOffers ? (
        <OffersTable
          products={products}
          found={inGame.filter((product) => status === 'all' || product.status === status)}
          search={search}
          sorting={sorting}
          edits={edits}
          setEdits={setEdits}
          oneGame={filters.game !== ''}
          onClear={filtered ? clear : null}
        />
      ) : found.length === 0 ? (
        <Nothing level={filters.game ? 'products' : 'games'} filtered={filtered} onClear={clear} />
      ) : filters.game ? (
        <ProductsLevel key={`${filters.game} ${sort} ${order}`} products={found} />
      ) : (
        <>
          <GamesLevel games={sortGames(gamesOf(found), sort, order)} kept={keptFilters} />
          {search.trim() !== '' && (
            <Section title={words.results(found.length)}>
              <ProductsLevel products={found} />
            </Section>
          )}
        </>
      )}
    </Stack>
  );
}

/** The default is not in the URL. */
const kept = (status: StatusFilter) => (status === 'all' ? '' : status);

interface NothingProps {
  readonly level: 'games' | 'products';
  readonly filtered: boolean;
  readonly onClear: () => void;
}

const Nothing = ({ level, filtered, onClear }: NothingProps) => (
  <EmptyState
    title={level === 'games' ? words.noGame : words.noProduct}
    text={filtered ? words.filteredText : words.emptyText}
    action={
      filtered && (
        <Button variant="secondary" onClick={onClear}>
          {words.clearFilters}
        </Button>
      )
    }
  />
);
