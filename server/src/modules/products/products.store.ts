import type { Product } from '@almas/contract/products';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import type { LiveEffect } from '../../pipeline/effects.ts';

export type ProductStatus = Product['status'];

export interface OfferRow {
  id: string;
  name: string;
  value: string;
  price: Centimes;
  region: string;
  stock: number;
}

export interface ProductRow extends Omit<Product, 'offers'> {
  offers: OfferRow[];
}

/** A product beside the version of the catalogue; one row without product when the version is the one asked with. */
export type CatalogueRow = { version: string } & (ProductRow | { id: null });

/** The fields of a product that an administrator writes. */
export interface ProductInfo {
  readonly name: string;
  readonly game: string;
  readonly category: string;
  readonly description: string;
  readonly imageUrl: string;
}

// Each table is read once and joined flat: a shop is small, and its statistics are often those of a smaller shop, which
// would make the planner read all codes again for every single offer. Removed offers are read too: a product's
// last sale does not move back when the offer that sold leaves.
const withOffers = (ofProduct: string) => `
  stocked_offers AS MATERIALIZED (
    SELECT o.*, sum(s.quantity)::bigint AS stock, max(s.last_sale) AS last_sale
      FROM offers o JOIN offer_stock s ON s.offer_id = o.id ${ofProduct} GROUP BY o.id
  ), shown AS MATERIALIZED (
    SELECT product_id, max(last_sale) AS last_sale,
           json_agg(json_build_object('id', id, 'name', name, 'value', value, 'price', price, 'region', region,
                                      'stock', stock) ORDER BY position, id) FILTER (WHERE deleted_at IS NULL) AS offers
      FROM stocked_offers GROUP BY product_id
  ), shop AS (
    SELECT p.id, p.name, p.game, p.category, p.description, p.image_url AS "imageUrl", p.status,
           p.created_at AS "createdAt", p.updated_at AS "updatedAt", shown.last_sale AS "lastSale",
           coalesce(shown.offers, '[]') AS offers
      FROM products p LEFT JOIN shown ON shown.product_id = p.id
     WHERE p.deleted_at IS NULL
  )`;

export const productsStore = {
  byId: statement<[string], ProductRow>(
    'products.by-id',
    `WITH ${withOffers('WHERE o.product_id = $1')} SELECT * FROM shop WHERE id = $1`,
  ),
  // The version is a hash of what the list shows: every write of a product moves its updated_at, every sale and import
  // a slot. Newest times alone would not do: two writers commit in another order than they read the clock. It is read
  // in the same moment as the list, so that no list ever goes by the name of another.
  catalogue: statement<[string | null], CatalogueRow>(
    'products.catalogue',
    `WITH named AS MATERIALIZED (
       SELECT concat_ws('.', (SELECT coalesce(bit_xor(hash_record_extended(ROW (id, updated_at), 0)), 0)
                                FROM products WHERE deleted_at IS NULL),
                             (SELECT coalesce(bit_xor(hash_record_extended(ROW (offer_id, slot, quantity, last_sale), 0)), 0)
                                FROM offer_stock)) AS version
     ), ${withOffers('')}, listed AS MATERIALIZED (
       SELECT * FROM shop WHERE (SELECT version FROM named) IS DISTINCT FROM $1
     )
     SELECT named.version, listed.* FROM named LEFT JOIN listed ON true
      ORDER BY search_fold(listed.name), listed.name, listed.id`,
  ),
  /** Writers of one product take turns here; buyers never lock a product. */
  lock: statement<[string], ProductInfo & { id: string; status: ProductStatus; updatedAt: string }>(
    'products.lock',
    `SELECT id, name, game, category, description, image_url AS "imageUrl", status, updated_at AS "updatedAt"
       FROM products WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`,
  ),
  insert: statement<[string, string, string, string, string, string], { id: string }>(
    'products.insert',
    `INSERT INTO products (name, game, category, description, image_url, status) VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING id`,
  ),
  update: statement<[string, string, string, string, string, string, string]>(
    'products.update',
    `UPDATE products SET name = $2, game = $3, category = $4, description = $5, image_url = $6, status = $7,
       updated_at = greatest(clock_timestamp(), updated_at + interval '1 ms') WHERE id = $1`,
  ),
  setStatus: statement<[string, string]>(
    'products.set-status',
    `UPDATE products SET status = $2, updated_at = greatest(clock_timestamp(), updated_at + interval '1 ms')
      WHERE id = $1`,
  ),
  touch: statement<[string]>(
    'products.touch',
    `UPDATE products SET updated_at = greatest(clock_timestamp(), updated_at + interval '1 ms') WHERE id = $1`,
  ),
  remove: statement<[string]>(
    'products.remove',
    'UPDATE products SET deleted_at = clock_timestamp() WHERE id = $1',
  ),
};

/** A product as the API shows it; prices in DA. */
export const presentProduct = (row: ProductRow): Product => ({
  ...row,
  offers: row.offers.map((offer) => ({ ...offer, price: toDinars(offer.price) })),
});

/** Every open screen reads the catalogue again. */
export const catalogueChanged: LiveEffect = ['everyone', { type: 'catalogue' }];
