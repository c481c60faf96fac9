import type { Output, Parsed } from '@almas/contract/route';
import type { suppliers } from '@almas/contract/suppliers';
import { isNumberId, presentPage, sortValuesAfter } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { presentSupplier, type SupplierRow, supplierColumns } from './suppliers.store.ts';

const page = statement<{ withArchived: boolean; name: string; id: number; limit: number }, SupplierRow>(
  'suppliers.page',
  `SELECT ${supplierColumns} FROM suppliers s
    WHERE (:with_archived::boolean OR s.archived_at IS NULL) AND (lower(s.name), s.id) > (lower(:name::text), :id::bigint)
    ORDER BY lower(s.name), s.id LIMIT :limit::int`,
);

const isText = (value: unknown) => typeof value === 'string' && !value.includes('\0');

/** Suppliers by name. */
export async function listSuppliers(
  db: Queryable,
  { archived, limit, cursor }: Parsed<typeof suppliers.list>['query'],
): Promise<Output<typeof suppliers.list>> {
  const [name, id] = sortValuesAfter<[string, number]>(cursor, [isText, isNumberId], ['', 0]);
  const rows = await page.all(db, { withArchived: archived === 'with', name, id, limit: limit + 1 });
  return presentPage(rows, limit, presentSupplier, (row) => [row.name, row.id]);
}
