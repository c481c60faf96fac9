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
type Columns = [
  names: readonly string[],
  values: readonly string[],
  prices: readonly number[],
  regions: readonly string[],
  positions: readonly number[],
  caseRules: readonly (boolean | null)[],
];

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
  insert: statement<[productId: string, ...Columns]>(
    'offers.insert',
    `INSERT INTO offers (product_id, name, value, price, region, position, case_significant)
     SELECT $1, name, value, price, region, position, coalesce(case_significant, false)
       FROM unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::int[], $7::boolean[])
            AS o (name, value, price, region, position, case_significant)`,
  ),
  // Updates only offers that change: an unchanged one does not wait for an import into it.
  update: statement<[productId: string, ids: readonly string[], ...Columns]>(
    'offers.update',
    `UPDATE offers o SET name = n.name, value = n.value, price = n.price, region = n.region, position = n.position,
                         case_significant = coalesce(n.case_significant, o.case_significant)
       FROM unnest($2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::int[], $8::boolean[])
            AS n (id, name, value, price, region, position, case_significant)
      WHERE o.product_id = $1 AND o.id = n.id AND o.deleted_at IS NULL
        AND (o.name, o.value, o.price, o.region, o.position, o.case_significant) IS DISTINCT FROM
            (n.name, n.value, n.price, n.region, n.position, coalesce(n.case_significant, o.case_significant))`,
  ),
  updateOne: statement<[id: string, name: string, value: string, price: Centimes, region: string]>(
    'offers.update-one',
    'UPDATE offers SET name = $2, value = $3, price = $4, region = $5 WHERE id = $1',
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
export const offerColumns = (offers: readonly OfferFields[], positions: readonly number[]): Columns => [
  offers.map(({ name }) => name),
  offers.map(({ value }) => value),
  offers.map(({ price }) => price),
  offers.map(({ region }) => region),
  positions,
  offers.map(({ caseSignificant }) => caseSignificant ?? null),
];
