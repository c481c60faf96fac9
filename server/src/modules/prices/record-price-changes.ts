import type { PriceScope } from '@almas/contract/prices';
import { fail } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

/** A price that this transaction changes. */
export interface ChangedPrice {
  readonly offerId: string;
  readonly scope: PriceScope;
  /** The id of the level or of the account; '' for the price of the offer. */
  readonly scopeId: string;
  readonly levelName?: string;
  readonly minQuantity: number;
  /** null: there was none. */
  readonly from: Centimes | null;
  /** null: none remains. */
  readonly to: Centimes | null;
}

export interface PriceAuthor {
  readonly actor: { readonly id: string };
  /** The administrator has confirmed that codes are sold below their cost. */
  readonly confirmBelowCost?: boolean | undefined;
  /** The price list that the changes come with. */
  readonly listId?: number;
}

/** The sentence of a refusal names this many offers, and counts the others. */
const mostNamed = 5;

interface Loss {
  readonly productName: string;
  readonly offerName: string;
  readonly price: Centimes;
  readonly cost: Centimes;
}
const losses = statement<[offerIds: readonly string[], prices: readonly number[]], Loss>(
  'prices.losses',
  `SELECT p.name AS "productName", o.name AS "offerName", n.price, c.cost
     FROM (SELECT offer_id, min(price) AS price FROM unnest($1::uuid[], $2::bigint[]) AS n (offer_id, price) GROUP BY 1) n
     JOIN offers o ON o.id = n.offer_id JOIN products p ON p.id = o.product_id
    CROSS JOIN LATERAL (SELECT newest_unit_cost(o.id) AS cost) c
    WHERE n.price < c.cost ORDER BY p.name, o.position, o.id`,
);
const insert = statement<
  {
    offerIds: readonly string[];
    scopes: readonly string[];
    scopeIds: readonly string[];
    levelNames: readonly string[];
    minQuantities: readonly number[];
    from: readonly (number | null)[];
    to: readonly (number | null)[];
    listId: number | null;
    changedBy: string;
  },
  { belowCost: number }
>(
  'prices.record-changes',
  `WITH written AS (
     INSERT INTO price_changes (offer_id, scope, scope_id, level_name, min_quantity, from_price, to_price, below_cost, list_id, changed_by)
     SELECT n.offer_id, n.scope, n.scope_id, n.level_name, n.min_quantity, n.from_price, n.to_price,
            coalesce(n.to_price < newest_unit_cost(n.offer_id), false), :list_id::bigint, :changed_by::uuid
       FROM unnest(:offer_ids::uuid[], :scopes::text[], :scope_ids::text[], :level_names::text[], :min_quantities::int[],
                   :from::bigint[], :to::bigint[])
              AS n (offer_id, scope, scope_id, level_name, min_quantity, from_price, to_price)
     RETURNING below_cost
   ) SELECT count(*) FILTER (WHERE below_cost) AS "belowCost" FROM written`,
);

/**
 * Writes changes of prices into their history, in the transaction that makes them. Every writer of a price calls it.
 * @returns how many of the new prices are below the newest known cost of a code
 * @throws AppError PRICE_BELOW_COST unless the author has confirmed it
 */
export async function recordPriceChanges(
  tx: DbTransaction,
  changes: readonly ChangedPrice[],
  { actor, confirmBelowCost, listId }: PriceAuthor,
): Promise<number> {
  if (changes.length === 0) return 0;
  const lowered = changes.flatMap(({ offerId, to }) => (to === null ? [] : [{ offerId, to }]));
  if (!confirmBelowCost) {
    const found = await losses.all(
      tx,
      lowered.map(({ offerId }) => offerId),
      lowered.map(({ to }) => to),
    );
    if (found.length > 0)
      throw fail('PRICE_BELOW_COST', {
        offers: found.slice(0, mostNamed).map(inDinars),
        more: Math.max(0, found.length - mostNamed),
      });
  }
  const { belowCost } = await insert.one(tx, {
    offerIds: changes.map(({ offerId }) => offerId),
    scopes: changes.map(({ scope }) => scope),
    scopeIds: changes.map(({ scopeId }) => scopeId),
    levelNames: changes.map(({ levelName }) => levelName ?? ''),
    minQuantities: changes.map(({ minQuantity }) => minQuantity),
    from: changes.map(({ from }) => from),
    to: changes.map(({ to }) => to),
    listId: listId ?? null,
    changedBy: actor.id,
  });
  return belowCost;
}

const inDinars = ({ price, cost, ...names }: Loss) => ({
  ...names,
  price: toDinars(price),
  cost: toDinars(cost),
});

/** The changes of the prices that offers have for everybody. */
export const basePriceChanges = (
  offers: readonly { readonly id: string; readonly from: Centimes; readonly to: Centimes }[],
): ChangedPrice[] =>
  offers
    .filter(({ from, to }) => from !== to)
    .map(({ id, from, to }) => ({ offerId: id, scope: 'base', scopeId: '', minQuantity: 1, from, to }));
