import { suppliers } from '@almas/contract/suppliers';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { listSuppliers } from './list-suppliers.ts';
import { createSupplier, updateSupplier } from './write-supplier.ts';

/** From whom codes are bought. */
export const supplierRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, suppliers, {
    list: async ({ query }) => listSuppliers(services.db, query),
    create: createSupplier,
    update: updateSupplier,
  });
