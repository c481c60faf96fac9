import type { FreeFireCustomer } from '@almas/contract/free-fire';
import { customerLimits } from '@almas/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../lib/queries.ts';
import { useDebounced } from '../../lib/use-debounced.ts';

const { suggestedFrom, suggested } = customerLimits;
const none: readonly FreeFireCustomer[] = [];

const isLike = ({ playerId, label }: FreeFireCustomer, text: string) =>
  playerId.startsWith(text) || label.toLowerCase().includes(text.toLowerCase());

/** The customers whose player ID begins with what is typed, or whose name contains it. */
export function useCustomers(text: string): readonly FreeFireCustomer[] {
  const search = useDebounced(text);
  const { data } = useQuery({
    ...apiQuery('freeFire', 'customers', { query: { search, limit: suggested } }),
    enabled: search.length >= suggestedFrom,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (text.length < suggestedFrom || !data) return none;
  return data.items.filter((customer) => isLike(customer, text));
}
