import type { Product } from '@almas/contract/products';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import type { LiveEffect } from '../../pipeline/command.ts';

export type ProductStatus = Product['status'];

export interface OfferRow {
  id: string;
  name: string;
  value: string;
  price: Centimes;
  region: string;
  stock: number;
  /** null where case does not count. */
  caseSignificant: true | null;
}

export interface ProductRow extends Omit<Product, 'offers'> {
  offers: OfferRow[];
}

/** Hashes of the catalogue: `shop` of products and offers, `stock` of their stock and last sales. */
export interface CatalogueVersion {
  shop: string;
  stock: string;
}

/** A product with the version of the catalogue; a single row with id null when there are no products. */
export type CatalogueRow = CatalogueVersion & (ProductRow | { id: null });

/** The stock (by offer id) and the last sale of a product; a single row with id null when the stock is that of the known version. */
export type StockRow = CatalogueVersion &
  ({ id: string; lastSale: string | null; stocks: Readonly<Record<string, number>> } | { id: null });

/** The fields of a product that an administrator edits, without its status. */
export interface ProductInfo {
  readonly name: string;
  readonly game: string;
  readonly category: string;
  readonly description: string;
  readonly imageUrl: string;
  readonly redeemText: string;
  readonly redeemLink: string;
}

// Each table is read once and joined without subqueries: with statistics from when the tables were smaller, the planner would read
// all codes again for every offer. Retired offers are included, so that the last sale of a product stays when its offer is retired.
const withOffers = (offers: string) => `
  stocked_offers AS MATERIALIZED (
    SELECT o.*, s.stock, s.last_sale FROM ${offers}
  ), shown AS MATERIALIZED (
    SELECT product_id, max(last_sale) AS last_sale,
           json_agg(json_build_object('id', id, 'name', name, 'value', value, 'price', price, 'region', region,
                                      'stock', stock, 'caseSignificant', nullif(case_significant, false)) ORDER BY position, id) FILTER (WHERE deleted_at IS NULL) AS offers
      FROM stocked_offers GROUP BY product_id
  ), shop AS (
    SELECT p.id, p.name, p.game, p.category, p.description, p.image_url AS "imageUrl",
           p.redeem_text AS "redeemText", p.redeem_link AS "redeemLink", p.status,
           p.created_at AS "createdAt", p.updated_at AS "updatedAt", shown.last_sale AS "lastSale",
           coalesce(shown.offers, '[]') AS offers
      FROM products p LEFT JOIN shown ON shown.product_id = p.id
     WHERE p.deleted_at IS NULL
  )`;

/** Offers with their summed slots. The planner cannot run a full join as a nested loop; every offer has slots, so it adds no rows. */
const offersWithSlots = 'offers o FULL JOIN slots s ON s.offer_id = o.id';

/**
 * The slots summed by offer, and the version of the catalogue. The version hashes every product's updated_at, which each edit changes,
 * and the stock, which each sale and import changes. The newest time is not enough, since two writers can commit in another order than
 * they read the clock. The condition on ctid makes the planner scan the table: through its index each of the 16 rows of an offer could
 * be on another page.
 */
const named = `
  slots AS MATERIALIZED (
    SELECT offer_id, sum(quantity)::bigint AS stock, max(last_sale) AS last_sale FROM offer_stock
     WHERE ctid >= '(0,0)'::tid GROUP BY offer_id
  ), named AS MATERIALIZED (
    SELECT (SELECT coalesce(bit_xor(hash_record_extended(ROW (id, updated_at), 0)), 0)
              FROM products WHERE deleted_at IS NULL)::text AS shop,
           (SELECT coalesce(bit_xor(hash_record_extended(ROW (offer_id, stock, last_sale), 0)), 0) FROM slots)::text AS stock
  )`;

export const productsStore = {
  byId: statement<[string], ProductRow>(
    'products.by-id',
    `WITH ${withOffers(`(SELECT * FROM offers WHERE product_id = $1) o CROSS JOIN LATERAL (
       SELECT sum(quantity)::bigint AS stock, max(last_sale) AS last_sale FROM offer_stock WHERE offer_id = o.id) s`)}
     SELECT * FROM shop WHERE id = $1`,
  ),
  // One statement reads version and list from one snapshot, so that they always match.
  catalogue: statement<[], CatalogueRow>(
    'products.catalogue',
    `WITH ${named}, ${withOffers(offersWithSlots)}
     SELECT named.shop, named.stock, shop.* FROM named LEFT JOIN shop ON true
      ORDER BY search_fold(shop.name), shop.name, shop.id`,
  ),
  /** The stock and last sales, unless the stock still has the version `known`. */
  stock: statement<[known: string], StockRow>(
    'products.stock',
    `WITH ${named}, listed AS MATERIALIZED (
       SELECT o.product_id AS id, max(s.last_sale) AS "lastSale", json_object_agg(o.id, s.stock) AS stocks
         FROM ${offersWithSlots}
        WHERE (SELECT stock FROM named) <> $1 GROUP BY o.product_id
     )
     SELECT named.shop, named.stock, listed.* FROM named LEFT JOIN listed ON true`,
  ),
  /** Serializes edits of a product; sales never lock a product. */
  lock: statement<[string], ProductInfo & { id: string; status: ProductStatus; updatedAt: string }>(
    'products.lock',
    `SELECT id, name, game, category, description, image_url AS "imageUrl", redeem_text AS "redeemText",
       redeem_link AS "redeemLink", status, updated_at AS "updatedAt" FROM products WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`,
  ),
  insert: statement<ProductInfo & { status: string }, { id: string }>(
    'products.insert',
    `INSERT INTO products (name, game, category, description, image_url, redeem_text, redeem_link, status)
     VALUES (:name, :game, :category, :description, :image_url, :redeem_text, :redeem_link, :status) RETURNING id`,
  ),
  update: statement<ProductInfo & { id: string; status: string }>(
    'products.update',
    `UPDATE products SET name = :name, game = :game, category = :category, description = :description, image_url = :image_url,
       redeem_text = :redeem_text, redeem_link = :redeem_link, status = :status,
       updated_at = greatest(clock_timestamp(), updated_at + interval '1 ms') WHERE id = :id`,
  ),
  /** Also of a product that was removed: its codes are still in use. */
  redeem: statement<[string], { text: string; link: string }>(
    'products.redeem',
    'SELECT redeem_text AS text, redeem_link AS link FROM products WHERE id = $1',
  ),
  setStatus: statement<[id: string, status: string]>(
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
  offers: row.offers.map(({ caseSignificant, ...offer }) => ({
    ...offer,
    price: toDinars(offer.price),
    ...(caseSignificant && { caseSignificant }),
  })),
});

/** Makes every open screen read the catalogue again. */
export const catalogueChanged: LiveEffect = ['everyone', { type: 'catalogue' }];
