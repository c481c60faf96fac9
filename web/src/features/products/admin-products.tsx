import type { Product } from '@almas/contract/products';
import { adminProducts as words } from '@almas/locale/screens/admin-products';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Button } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState } from '../../ui/states.tsx';
import styles from './admin-list.module.css';
import { gamesOf, type StatusFilter, selectProducts } from './admin-list.ts';
import { GamesLevel } from './games-level.tsx';
import { ProductsLevel } from './products-level.tsx';

interface ListFilters {
  readonly game: string;
  readonly search: string;
  readonly status: string;
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

/** The games, then the products of one; a search also shows the products it finds without choosing a game. */
export function AdminProducts({ products, filters, onChange }: AdminProductsProps) {
  const [search, setSearch] = useSearchText(filters.search, (text) => onChange({ search: text }));
  const status = filters.status as StatusFilter;
  const inGame = filters.game ? products.filter(({ game }) => game === filters.game) : products;
  const found = selectProducts(inGame, search, status);
  const filtered = search.trim() !== '' || status !== 'all';
  const clear = () => {
    setSearch('');
    onChange({ search: '', status: 'all' });
  };
  return (
    <Stack gap={20}>
      <div className={styles.filters}>
        <SearchInput value={search} onChange={setSearch} placeholder={words.searchPlaceholder} />
        <Segmented
          label={words.statusFilter}
          value={status}
          options={statuses}
          onChange={(value) => onChange({ status: value })}
        />
      </div>
      {found.length === 0 ? (
        <Nothing level={filters.game ? 'products' : 'games'} filtered={filtered} onClear={clear} />
      ) : filters.game ? (
        <ProductsLevel key={filters.game} products={found} />
      ) : (
        <>
          <GamesLevel games={gamesOf(found)} kept={{ search: filters.search, status: kept(status) }} />
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

/** The default stays out of the address. */
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
        <Button look="secondary" onClick={onClear}>
          {words.clearFilters}
        </Button>
      )
    }
  />
);
