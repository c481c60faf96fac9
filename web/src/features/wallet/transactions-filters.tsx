import { adminWallet as words } from '@almas/locale/screens/admin-wallet';
import { common } from '@almas/locale/screens/common';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Period } from '../../ui/period.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import styles from './transactions-filters.module.css';

export const noTransactionFilters = { search: '', type: 'all', status: 'all', from: '', to: '' };
export const firstSorting = { sort: 'date', order: 'desc' };
export const sortChoices = { sort: { date: '', amount: '' }, order: { asc: '', desc: '' } };
export type TransactionFilters = typeof noTransactionFilters;
export const transactionFilterChoices = { type: words.typeChoices, status: words.statusChoices };

const optionsOf = (choices: Readonly<Record<string, string>>) =>
  Object.entries(choices).map(([value, label]) => ({ value, label }));

interface TransactionsFiltersProps {
  readonly filters: TransactionFilters;
  /** The text being typed; it is applied to the filters after a pause. */
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly onChange: (change: Partial<TransactionFilters>) => void;
}

export function TransactionsFilters({ filters, search, onSearch, onChange }: TransactionsFiltersProps) {
  const field = (name: keyof TransactionFilters) => ({
    value: filters[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  const filtered = Object.entries(noTransactionFilters).some(
    ([name, none]) => filters[name as keyof TransactionFilters] !== none,
  );
  const reset = () => {
    onSearch('');
    onChange(noTransactionFilters);
  };
  return (
    <search className={styles.filters} aria-label={common.search}>
      <div className={styles.search}>
        <SearchInput value={search} onChange={onSearch} placeholder={words.searchPlaceholder} />
      </div>
      <SelectField label={words.type} options={optionsOf(words.typeChoices)} {...field('type')} />
      <SelectField label={words.status} options={optionsOf(words.statusChoices)} {...field('status')} />
      <Period value={filters} onChange={onChange} />
      {filtered && (
        <Button variant="quiet" onClick={reset}>
          {words.reset}
        </Button>
      )}
    </search>
  );
}
