import * as z from 'zod';
import { Id, line, listOf, page, pathId, Timestamp } from './fields.ts';
import { SupplierInput } from './forms.ts';
import { limits } from './limits.ts';
import { pages } from './page-sizes.ts';
import { route } from './route.ts';

/** From whom the owner buys codes. */
export const Supplier = z.object({
  id: Id,
  name: z.string(),
  contact: z.string(),
  note: z.string(),
  /** Not offered for new batches any more. */
  archivedAt: Timestamp.nullable(),
  /** How long after a sale it takes a code back; null: as long as everybody else. */
  claimHours: z.int().nullable(),
  batches: z.int(),
  codes: z.int(),
});
export type Supplier = z.output<typeof Supplier>;

export const suppliers = {
  list: route({
    method: 'GET',
    path: '/api/suppliers',
    summary: 'Fournisseurs de codes, par nom',
    access: 'admin',
    scope: 'stock',
    query: z.object({
      archived: z.enum(['without', 'with']).default('without'),
      ...page(pages.suppliers),
    }),
    response: listOf(Supplier),
  }),
  create: route({
    method: 'POST',
    path: '/api/suppliers',
    summary: 'Ajouter un fournisseur',
    access: 'admin',
    scope: 'stock',
    body: SupplierInput,
    response: Supplier,
    errors: ['SUPPLIER_NAME_REQUIRED', 'SUPPLIER_NAME_TAKEN', 'CLAIM_HOURS_INVALID'],
  }),
  update: route({
    method: 'PATCH',
    path: '/api/suppliers/:id',
    summary: 'Modifier ou archiver un fournisseur ; ce qui est omis reste',
    access: 'admin',
    scope: 'stock',
    params: z.object({ id: pathId('SUPPLIER_NOT_FOUND') }),
    body: z.object({
      name: SupplierInput.shape.name.optional(),
      contact: line(limits.supplierContactLength).optional(),
      note: z.string().trim().max(limits.supplierNoteLength).optional(),
      archived: z.boolean().optional(),
      claimHours: SupplierInput.shape.claimHours,
    }),
    response: Supplier,
    errors: ['SUPPLIER_NOT_FOUND', 'SUPPLIER_NAME_REQUIRED', 'SUPPLIER_NAME_TAKEN', 'CLAIM_HOURS_INVALID'],
  }),
} as const;
