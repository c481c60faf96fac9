import { pages } from '@almas/contract/page-sizes';
import type { Supplier } from '@almas/contract/suppliers';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';

const none: readonly Supplier[] = [];

/** The suppliers of a choice: as many as one page holds, by name. */
export function useSuppliers(): readonly Supplier[] {
  const { data } = useQuery(apiQuery('suppliers', 'list', { query: { limit: pages.suppliers.max } }));
  return data?.items ?? none;
}
