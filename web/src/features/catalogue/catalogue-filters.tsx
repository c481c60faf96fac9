import { readTypedAmount } from '@almas/contract/typed-amount';
import { catalog as words } from '@almas/locale/screens/catalog';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import styles from './catalogue-filters.module.css';
import type { CatalogueFilter } from './games.ts';

interface CatalogueFiltersProps {
  readonly filter: CatalogueFilter;
  readonly regions: readonly string[];
  /** With few offers a phone shows the fields only on request. */
  readonly folded: boolean;
  readonly onChange: (change: Partial<CatalogueFilter>) => void;
}

/** An empty text or one that is not an amount sets no bound; the field shows why. */
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

export function CatalogueFilters({ folded, ...fields }: CatalogueFiltersProps) {
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  return (
    <div>
      {folded && (
        <Button
          variant="quiet"
          className={styles.unfold ?? ''}
          aria-expanded={unfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? words.hideFilters : words.filters}
        </Button>
      )}
      <div id={id} className={styles.filters} data-folded={folded && !unfolded}>
        <Fields {...fields} />
      </div>
    </div>
  );
}

const Fields = ({ filter, regions, onChange }: Omit<CatalogueFiltersProps, 'folded'>) => (
  <>
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
  </>
);
