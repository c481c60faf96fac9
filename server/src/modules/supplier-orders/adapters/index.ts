import type { Queryable } from '../../../database/pool.ts';
import type { OutboundClient } from '../../../outbound/outbound-client.ts';
import type { SupplierAdapter } from './adapter.ts';
import { idempotentSupplier } from './idempotent.ts';
import { searchableSupplier } from './searchable.ts';
import { simulatedSupplier } from './simulator.ts';

interface AdapterContext {
  readonly db: Queryable;
  readonly outbound: OutboundClient;
  readonly connectionId: number;
  readonly address: string;
  readonly secret: string;
}

/** Every kind of supplier: how its adapter is made, and whether it is called at an address. */
const kinds: Readonly<
  Record<
    string,
    { readonly hasAddress: boolean; readonly make: (context: AdapterContext) => SupplierAdapter }
  >
> = {
  simulator: {
    hasAddress: false,
    make: ({ db, connectionId }) => simulatedSupplier(db, connectionId),
  },
  idempotent: { hasAddress: true, make: idempotentSupplier },
  searchable: { hasAddress: true, make: searchableSupplier },
};

/** @returns undefined for a kind that this version does not know */
export const supplierKind = (kind: string) => (Object.hasOwn(kinds, kind) ? kinds[kind] : undefined);
