import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { common } from '@almas/locale/screens/common';
import { rechargeRequests } from '@almas/locale/screens/recharge-requests';
import { useSearchText } from '../../platform/navigation/use-search-text.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { isFiltered } from './filter-requests.ts';
import styles from './manage-filters.module.css';

const words = adminRecharges.manage;
const methods = { all: words.anyMethod, ...rechargeRequests.methods };

export const noRechargeFilters = { search: '', status: 'all', method: 'all', period: 'all' };
export const rechargeSorting = { order: 'desc' };
export const rechargeSortChoices = { order: { asc: '', desc: '' } };
type ManageFilters = typeof noRechargeFilters;
export const rechargeFilterChoices = { status: words.statusChoices, method: methods, period: words.periods };

const optionsOf = (choices: Readonly<Record<string, string>>) =>
  Object.entries(choices).map(([value, label]) => ({ value, label }));

interface ManageFiltersProps {
  readonly filters: ManageFilters;
  /** The queue is of one status. */
  readonly withStatus?: boolean;
  readonly onChange: (change: Partial<ManageFilters>) => void;
}

/** Filters over every request (ADR-04..07), or over the pending ones. */
export function ManageFilters({ filters, withStatus = true, onChange }: ManageFiltersProps) {
  const [search, setSearch] = useSearchText(filters.search, (text) => onChange({ search: text }));
  const field = (name: 'status' | 'method' | 'period') => ({
    label: words.filters[name],
    options: optionsOf(rechargeFilterChoices[name]),
    value: filters[name],
    onChange: (event: { currentTarget: HTMLSelectElement }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <search className={styles.filters} aria-label={common.search}>
      <div className={styles.search}>
        <SearchInput value={search} placeholder={words.searchPlaceholder} onChange={setSearch} />
      </div>
      {withStatus && <SelectField {...field('status')} />}
      <SelectField {...field('method')} />
      <SelectField {...field('period')} />
      {isFiltered(filters) && (
        <Button variant="quiet" onClick={() => onChange(noRechargeFilters)}>
          {words.reset}
        </Button>
      )}
    </search>
  );
}
