import { readTypedAmount } from '@almas/contract/typed-amount';
import { catalog as words } from '@almas/locale/screens/catalog';
import { useState } from 'react';
import { SelectField } from '../../ui/field.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import styles from './catalogue-filters.module.css';
import type { CatalogueFilter } from './games.ts';

interface CatalogueFiltersProps {
  readonly filter: CatalogueFilter;
  readonly regions: readonly string[];
  readonly onChange: (change: Partial<CatalogueFilter>) => void;
}

/** A text that is no amount, or empty, is no bound; the field says why it was not read. */
function PriceFilter({
  label,
  onChange,
}: {
  readonly label: string;
  readonly onChange: (bound: number | null) => void;
}) {
  const [text, setText] = useState('');
  const change = (next: string) => {
    setText(next);
    const typed = readTypedAmount(next);
    onChange(typed.kind === 'amount' ? typed.amount : null);
  };
  return <MoneyField label={label} min={0} value={text} quiet onChange={change} />;
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
    <PriceFilter label={words.minPrice} onChange={(min) => onChange({ min })} />
    <PriceFilter label={words.maxPrice} onChange={(max) => onChange({ max })} />
  </div>
);
