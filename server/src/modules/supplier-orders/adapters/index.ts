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

/** Every kind of supplier: how its adapter is made, whether it is called at an address, and whether it tops up players. */
const kinds: Readonly<
  Record<
    string,
    {
      readonly hasAddress: boolean;
      readonly topsUp: boolean;
      readonly make: (context: AdapterContext) => SupplierAdapter;
    }
  >
> = {
  simulator: {
    hasAddress: false,
    // A real player would wait for diamonds that never come.
    topsUp: false,
    make: ({ db, connectionId }) => simulatedSupplier(db, connectionId),
  },
  idempotent: { hasAddress: true, topsUp: true, make: idempotentSupplier },
  searchable: { hasAddress: true, topsUp: true, make: searchableSupplier },
};

/** @returns undefined for a kind that this version does not know */
export const supplierKind = (kind: string) => (Object.hasOwn(kinds, kind) ? kinds[kind] : undefined);
