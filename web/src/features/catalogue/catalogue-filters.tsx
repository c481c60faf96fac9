import { catalog as words } from '@almas/locale/screens/catalog';
import { SelectField, TextField } from '../../ui/field.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import styles from './catalogue-filters.module.css';
import type { CatalogueFilter } from './games.ts';

interface CatalogueFiltersProps {
  readonly filter: CatalogueFilter;
  readonly regions: readonly string[];
  readonly onChange: (change: Partial<CatalogueFilter>) => void;
}

/** A price that is not a number, or empty, is no bound. */
function bound(text: string): number | null {
  const price = Number(text.replace(',', '.'));
  return text.trim() === '' || Number.isNaN(price) ? null : price;
}

export const CatalogueFilters = ({ filter, regions, onChange }: CatalogueFiltersProps) => (
  <div className={styles.filters}>
    <div className={styles.search}>
      <SearchInput
        value={filter.search}
        placeholder={words.searchPlaceholder}
        onChange={(search) => onChange({ search })}
      />
    </div>
    <SelectField
      label={words.region}
      value={filter.region}
      onChange={(event) => onChange({ region: event.currentTarget.value })}
      options={[{ value: '', label: words.allRegions }, ...regions.map((value) => ({ value, label: value }))]}
    />
    <TextField
      label={words.minPrice}
      type="number"
      min={0}
      inputMode="decimal"
      onChange={(event) => onChange({ min: bound(event.currentTarget.value) })}
    />
    <TextField
      label={words.maxPrice}
      type="number"
      min={0}
      inputMode="decimal"
      onChange={(event) => onChange({ max: bound(event.currentTarget.value) })}
    />
  </div>
);
