import type { Product } from '@almas/contract/products';
import { coalesce } from '../../database/coalesce.ts';
import type { Queryable } from '../../database/pool.ts';
import type { CompressedResponse } from '../../http/compressed-response.ts';
import { type CatalogueRow, presentProduct, productsStore } from './products.store.ts';

/** All products with their offers and stock, and a name for them: the same version, the same list. */
export interface Catalogue {
  readonly version: string;
  /** By name, the offers in the administrator's order (RWO-05). */
  readonly products: readonly Product[];
  /** Answers made of it so far. */
  readonly answers: Map<string, CompressedResponse>;
}

/**
 * Reads the catalogue as it is right now. After a sale every open catalogue asks for it at the same moment: they share one
 * reading, and the database gives the list only when it is another one than the last.
 */
export function catalogueReader(db: Queryable): () => Promise<Catalogue> {
  let last: Catalogue | undefined;
  return coalesce(async () => {
    const rows = await productsStore.catalogue.all(db, last?.version ?? null);
    const version = rows[0]?.version ?? '';
    if (last?.version !== version) last = { version, products: rows.flatMap(productOf), answers: new Map() };
    return last;
  });
}

const productOf = ({ version: _, ...row }: CatalogueRow): Product[] =>
  row.id === null ? [] : [presentProduct(row)];
