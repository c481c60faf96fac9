import { statement } from '../../database/statement.ts';
import type { Centimes } from '../../money/amount.ts';

/** The fields of an offer that an administrator edits; the price in centimes. */
export interface OfferFields {
  readonly name: string;
  readonly value: string;
  readonly price: Centimes;
  readonly region: string;
  /** Undefined: it stays, at first false. */
  readonly caseSignificant?: boolean | undefined;
}

export interface StoredOffer extends OfferFields {
  readonly id: string;
  readonly caseSignificant: boolean;
}

/** One list per column, for `unnest`; prices in centimes. */
interface Columns {
  readonly names: readonly string[];
  readonly values: readonly string[];
  readonly prices: readonly number[];
  readonly regions: readonly string[];
  readonly positions: readonly number[];
  readonly caseRules: readonly (boolean | null)[];
}

export const offersStore = {
  ofProduct: statement<[string], StoredOffer>(
    'offers.of-product',
    `SELECT id, name, value, price, region, case_significant AS "caseSignificant" FROM offers WHERE product_id = $1 AND deleted_at IS NULL
      ORDER BY position, id`,
  ),
  nextPosition: statement<[string], { position: number }>(
    'offers.next-position',
    'SELECT coalesce(max(position) + 1, 0) AS position FROM offers WHERE product_id = $1 AND deleted_at IS NULL',
  ),
  insert: statement<Columns & { productId: string }>(
    'offers.insert',
    `INSERT INTO offers (product_id, name, value, price, region, position, case_significant)
     SELECT :product_id, name, value, price, region, position, coalesce(case_significant, false)
       FROM unnest(:names::text[], :values::text[], :prices::bigint[], :regions::text[], :positions::int[], :case_rules::boolean[])
            AS o (name, value, price, region, position, case_significant)`,
  ),
  // Updates only offers that change: an unchanged one does not wait for an import into it.
  update: statement<Columns & { productId: string; ids: readonly string[] }>(
    'offers.update',
    `UPDATE offers o SET name = n.name, value = n.value, price = n.price, region = n.region, position = n.position,
                         case_significant = coalesce(n.case_significant, o.case_significant)
       FROM unnest(:ids::uuid[], :names::text[], :values::text[], :prices::bigint[], :regions::text[], :positions::int[],
                   :case_rules::boolean[])
            AS n (id, name, value, price, region, position, case_significant)
      WHERE o.product_id = :product_id AND o.id = n.id AND o.deleted_at IS NULL
        AND (o.name, o.value, o.price, o.region, o.position, o.case_significant) IS DISTINCT FROM
            (n.name, n.value, n.price, n.region, n.position, coalesce(n.case_significant, o.case_significant))`,
  ),
  updateOne: statement<{ id: string; name: string; value: string; price: Centimes; region: string }>(
    'offers.update-one',
    'UPDATE offers SET name = :name, value = :value, price = :price, region = :region WHERE id = :id',
  ),
  /**
   * Those of these offers that have had codes: imported, sold or withheld, now or before. A save reads it after the update has locked the
   * offers, so that an import in progress has committed.
   */
  everWithCodes: statement<[readonly string[]], { id: string }>(
    'offers.ever-with-codes',
    `SELECT id FROM unnest($1::uuid[]) AS o (id)
        WHERE EXISTS (SELECT FROM code_batches WHERE offer_id = o.id)
           OR EXISTS (SELECT FROM codes WHERE offer_id = o.id AND status = 'available')
           OR EXISTS (SELECT FROM codes WHERE offer_id = o.id AND status <> 'available')
           OR EXISTS (SELECT FROM withheld_codes WHERE offer_id = o.id)`,
  ),
  retire: statement<[readonly string[]]>(
    'offers.retire',
    'UPDATE offers SET deleted_at = clock_timestamp() WHERE id = ANY ($1) AND deleted_at IS NULL',
  ),
  clearStock: statement<[readonly string[]]>(
    'offers.clear-stock',
    'UPDATE offer_stock SET quantity = 0 WHERE offer_id = ANY ($1)',
  ),
  holdingCodes: statement<[readonly string[]], { id: string; name: string; codes: number }>(
    'offers.holding-codes',
    `SELECT o.id, o.name, sum(s.quantity)::bigint AS codes FROM offers o JOIN offer_stock s ON s.offer_id = o.id
      WHERE o.id = ANY ($1) GROUP BY o.id HAVING sum(s.quantity) > 0 ORDER BY o.position, o.id`,
  ),
};

/** Offers as one list per column; `positions` is their order within the product. */
export const offerColumns = (offers: readonly OfferFields[], positions: readonly number[]): Columns => ({
  names: offers.map(({ name }) => name),
  values: offers.map(({ value }) => value),
  prices: offers.map(({ price }) => price),
  regions: offers.map(({ region }) => region),
  positions,
  caseRules: offers.map(({ caseSignificant }) => caseSignificant ?? null),
});
