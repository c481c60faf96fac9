import type { Product } from '@almas/contract/products';
import { coalesce } from '../../database/coalesce.ts';
import type { Queryable } from '../../database/pool.ts';
import type { CompressedResponse } from '../../http/compressed-response.ts';
import { type CatalogueRow, type CatalogueVersion, presentProduct, productsStore } from './products.store.ts';

/** All products with their offers and stock. Catalogues of the same version are equal. */
export interface Catalogue {
  readonly version: string;
  /** By name, the offers in the administrator's order (RWO-05). */
  readonly products: readonly Product[];
  /** The cached responses of this version. */
  readonly responses: Map<string, CompressedResponse>;
}

/** The catalogue that was read last, with the versions of its two parts. */
interface KnownCatalogue extends Catalogue {
  readonly versions: CatalogueVersion;
}

/**
 * Returns a function that reads the current catalogue. After a sale every open catalogue screen requests it at the same time: these
 * calls share one query, which returns only what has changed since the last one: nothing, the stock, or the whole list.
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

/** The known catalogue with the current stock; undefined when products or offers have changed. */
async function refresh(db: Queryable, known: KnownCatalogue): Promise<KnownCatalogue | undefined> {
  const rows = await productsStore.stock.all(db, known.versions.stock);
  const { shop = '', stock = '' } = rows[0] ?? {};
  if (shop !== known.versions.shop) return undefined;
  if (stock === known.versions.stock) return known;
  const current = new Map(rows.map((row) => [row.id, row]));
  const products = known.products.map((product): Product => {
    const row = current.get(product.id);
    if (!row || row.id === null) return product;
    const offers = product.offers.map((offer) => ({ ...offer, stock: row.stocks[offer.id] ?? 0 }));
    return { ...product, lastSale: row.lastSale, offers };
  });
  return catalogue({ shop, stock }, products);
}

const catalogue = (versions: CatalogueVersion, products: readonly Product[]): KnownCatalogue => ({
  versions,
  version: `${versions.shop}.${versions.stock}`,
  products,
  responses: new Map(),
});

const productOf = ({ shop: _shop, stock: _stock, ...row }: CatalogueRow): Product[] =>
  row.id === null ? [] : [presentProduct(row)];
