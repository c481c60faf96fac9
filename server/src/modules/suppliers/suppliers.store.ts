import type { Supplier } from '@almas/contract/suppliers';
import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';

export interface SupplierRow extends Omit<Supplier, 'id'> {
  id: number;
}

/** The columns of a supplier, read from a table or a CTE `s`. */
export const supplierColumns = `
  s.id, s.name, s.contact, s.note, s.archived_at AS "archivedAt", s.claim_hours AS "claimHours",
  (SELECT count(*) FROM code_batches b WHERE b.supplier_id = s.id) AS batches,
  (SELECT coalesce(sum(b.codes), 0)::bigint FROM code_batches b WHERE b.supplier_id = s.id) AS codes`;

const byId = statement<[id: number], SupplierRow>(
  'suppliers.by-id',
  `SELECT ${supplierColumns} FROM suppliers s WHERE s.id = $1`,
);

/** @throws AppError SUPPLIER_NOT_FOUND */
export async function findSupplier(db: Queryable, id: number): Promise<SupplierRow> {
  const row = await byId.first(db, id);
  if (!row) throw fail('SUPPLIER_NOT_FOUND');
  return row;
}

export const presentSupplier = (row: SupplierRow): Supplier => ({ ...row, id: String(row.id) });
