import type { Product } from '@almas/contract/products';
import { coalesce } from '../../database/coalesce.ts';
import type { Queryable } from '../../database/pool.ts';
import type { CompressedResponse } from '../../http/compressed-response.ts';
import { type CatalogueRow, type CatalogueVersion, presentProduct, productsStore } from './products.store.ts';

/** All products with their offers and stock, and a name for them: the same version, the same list. */
export interface Catalogue {
  readonly version: string;
  /** By name, the offers in the administrator's order (RWO-05). */
  readonly products: readonly Product[];
  /** Answers made of it so far. */
  readonly answers: Map<string, CompressedResponse>;
}

/** The catalogue last read, with what its parts go by. */
interface KnownCatalogue extends Catalogue {
  readonly names: CatalogueVersion;
}

/**
 * Reads the catalogue as it is right now. After a sale every open catalogue asks for it at the same moment: they share one
 * reading, and the database gives only what is not known already: nothing, the stock of the offers, or the whole list.
 */
export function catalogueReader(db: Queryable): () => Promise<Catalogue> {
  let last: KnownCatalogue | undefined;
  return coalesce(async () => {
    last = (last && (await refresh(db, last))) ?? (await read(db));
    return last;
  });
}

async function read(db: Queryable): Promise<KnownCatalogue> {
  const rows = await productsStore.catalogue.all(db);
  const { shop = '', stock = '' } = rows[0] ?? {};
  return catalogue({ shop, stock }, rows.flatMap(productOf));
}

/** The known list with the stock of now. @returns undefined when products or offers are others than the known ones */
async function refresh(db: Queryable, known: KnownCatalogue): Promise<KnownCatalogue | undefined> {
  const rows = await productsStore.stock.all(db, known.names.stock);
  const { shop = '', stock = '' } = rows[0] ?? {};
  if (shop !== known.names.shop) return undefined;
  if (stock === known.names.stock) return known;
  const sold = new Map(rows.map((row) => [row.id, row]));
  const products = known.products.map((product): Product => {
    const now = sold.get(product.id);
    if (!now || now.id === null) return product;
    const offers = product.offers.map((offer) => ({ ...offer, stock: now.stocks[offer.id] ?? 0 }));
    return { ...product, lastSale: now.lastSale, offers };
  });
  return catalogue({ shop, stock }, products);
}

const catalogue = (names: CatalogueVersion, products: readonly Product[]): KnownCatalogue => ({
  names,
  version: `${names.shop}.${names.stock}`,
  products,
  answers: new Map(),
});

const productOf = ({ shop: _shop, stock: _stock, ...row }: CatalogueRow): Product[] =>
  row.id === null ? [] : [presentProduct(row)];
