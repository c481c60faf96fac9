import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { common } from '@almas/locale/screens/common';
import { rechargeRequests } from '@almas/locale/screens/recharge-requests';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import styles from './manage-filters.module.css';

const words = adminRecharges.manage;
const methods = { all: words.anyMethod, ...rechargeRequests.methods };

export const noRechargeFilters = { search: '', status: 'all', method: 'all', period: 'all' };
type ManageFilters = typeof noRechargeFilters;
export const rechargeFilterChoices = { status: words.statusChoices, method: methods, period: words.periods };

const optionsOf = (choices: Readonly<Record<string, string>>) =>
  Object.entries(choices).map(([value, label]) => ({ value, label }));

interface ManageFiltersProps {
  readonly filters: ManageFilters;
  readonly onChange: (change: Partial<ManageFilters>) => void;
}

/** Filters over what has been loaded: changing one asks the server nothing (ADR-11). */
export function ManageFilters({ filters, onChange }: ManageFiltersProps) {
  const field = (name: 'status' | 'method' | 'period') => ({
    label: words.filters[name],
    options: optionsOf(rechargeFilterChoices[name]),
    value: filters[name],
    onChange: (event: { currentTarget: HTMLSelectElement }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  const filtered = Object.entries(filters).some(
    ([name, value]) => value !== noRechargeFilters[name as keyof ManageFilters],
  );
  return (
    <search className={styles.filters} aria-label={common.search}>
      <div className={styles.search}>
        <SearchInput
          value={filters.search}
          placeholder={words.searchPlaceholder}
          onChange={(search) => onChange({ search })}
        />
      </div>
      <SelectField {...field('status')} />
      <SelectField {...field('method')} />
      <SelectField {...field('period')} />
      {filtered && (
        <Button look="quiet" onClick={() => onChange(noRechargeFilters)}>
          {words.reset}
        </Button>
      )}
    </search>
  );
}
