import { stored } from '@almas/locale';
import type { Queryable } from '../../database/pool.ts';
import { accountName } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import type { NewNotification } from '../../ports.ts';
import type { Services } from '../../services.ts';
import { administratorIds } from '../accounts/find-user.ts';

const newest = statement<[offerId: string], { cost: Centimes | null }>(
  'prices.newest-cost',
  'SELECT newest_unit_cost($1) AS cost',
);
/** What a code of the offer cost last; null: not known. Read before and after a batch or its cost is written. */
export const newestCost = async (tx: Queryable, offerId: string): Promise<Centimes | null> =>
  (await newest.one(tx, offerId)).cost;

interface PriceBelow {
  readonly scope: 'base' | 'level' | 'user';
  /** Of the level or the reseller. */
  readonly name: string | null;
  readonly minQuantity: number;
  readonly price: Centimes;
}
// Without an index by offer: an import or a correction reads the prices of all levels and resellers once.
const between = statement<{ offerId: string; from: number; below: number }, PriceBelow>(
  'prices.between-costs',
  `SELECT x.scope, x.name, x.min_quantity AS "minQuantity", x.price
     FROM (SELECT 'base' AS scope, NULL AS name, 1 AS min_quantity, price, id AS offer_id FROM offers
           UNION ALL
           SELECT s.scope, CASE s.scope WHEN 'level' THEN (SELECT l.name FROM price_levels l WHERE l.id::text = s.scope_id)
                                        ELSE ${accountName('s.scope_id::uuid')} END, s.min_quantity, s.price, s.offer_id
             FROM special_prices s) x
    WHERE x.offer_id = :offer_id::uuid AND x.price >= :from::bigint AND x.price < :below::bigint
    ORDER BY x.price, x.name, x.min_quantity`,
);

/**
 * Which prices of an offer are below the cost of a code only since it costs more: those that were a loss before are not named again.
 * @param before what `newestCost` was before the change
 */
export async function lossNotice(
  tx: Queryable,
  { offerId, productName, offerName }: Readonly<Record<'offerId' | 'productName' | 'offerName', string>>,
  before: Centimes | null,
): Promise<Pick<NewNotification, 'title' | 'message'> | undefined> {
  const cost = await newestCost(tx, offerId);
  if (cost === null || (before !== null && cost <= before)) return undefined;
  const prices = await between.all(tx, { offerId, from: before ?? 0, below: cost });
  if (prices.length === 0) return undefined;
  return stored.notifications.soldAtLoss(
    `${productName} - ${offerName}`,
    toDinars(cost),
    prices.map((row) => ({ ...row, price: toDinars(row.price) })),
  );
}

/** The notice for each administrator who may set prices. */
export async function lossNotifications(
  tx: Queryable,
  { config }: Pick<Services, 'config'>,
  notice: Pick<NewNotification, 'title' | 'message'> | undefined,
): Promise<NewNotification[]> {
  if (!notice) return [];
  const readers = { scope: 'prices', scopesForced: config.extensions.has('admin-scopes') } as const;
  return (await administratorIds(tx, readers)).map((userId) => ({
    userId,
    type: 'account_update',
    ...notice,
  }));
}
