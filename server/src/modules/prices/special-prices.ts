import type { SpecialPrice } from '@almas/contract/prices';
import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toCentimes, toDinars } from '../../money/amount.ts';
import { type ChangedPrice, type PriceAuthor, recordPriceChanges } from './record-price-changes.ts';

/** Whose prices: those of a level or of a reseller. The caller has locked its row. */
export interface PriceOwner {
  readonly scope: 'level' | 'user';
  readonly scopeId: string;
  /** '' for a reseller. */
  readonly levelName: string;
}

interface StoredPrice {
  readonly offerId: string;
  readonly minQuantity: number;
  readonly price: Centimes;
}

/** A set of prices as a call sends it. */
export interface GivenPrices {
  readonly prices: readonly {
    readonly offerId: string;
    readonly minQuantity: number;
    readonly price: number;
  }[];
  /** The set is that of these offers only; absent: of all. */
  readonly offerIds?: readonly string[] | undefined;
  /** What the set replaces, as the caller was shown it. */
  readonly expected?: GivenPrices['prices'] | undefined;
}

type ShownPrice = Omit<SpecialPrice, 'price' | 'basePrice'> & { price: Centimes; basePrice: Centimes };
const shown = statement<[scope: string, scopeId: string], ShownPrice>(
  'prices.shown',
  `SELECT p.id AS "productId", o.id AS "offerId", p.name AS "productName", o.name AS "offerName",
          s.min_quantity AS "minQuantity", s.price, o.price AS "basePrice"
     FROM special_prices s JOIN offers o ON o.id = s.offer_id JOIN products p ON p.id = o.product_id
    WHERE s.scope = $1 AND s.scope_id = $2 AND o.deleted_at IS NULL AND p.deleted_at IS NULL
    ORDER BY p.name, p.id, o.position, o.id, s.min_quantity`,
);

/** The prices of a level or a reseller, without those of offers that were retired. */
export async function listPrices(
  db: Queryable,
  { scope, scopeId }: Pick<PriceOwner, 'scope' | 'scopeId'>,
): Promise<SpecialPrice[]> {
  const rows = await shown.all(db, scope, scopeId);
  return rows.map((row) => ({ ...row, price: toDinars(row.price), basePrice: toDinars(row.basePrice) }));
}

const stored = statement<
  [scope: string, scopeId: string, offerIds: readonly string[] | null],
  StoredPrice & { readonly isShown: boolean }
>(
  'prices.stored',
  `SELECT offer_id AS "offerId", min_quantity AS "minQuantity", price,
          EXISTS (SELECT FROM offers o JOIN products p ON p.id = o.product_id
                   WHERE o.id = offer_id AND o.deleted_at IS NULL AND p.deleted_at IS NULL) AS "isShown" FROM special_prices
    WHERE scope = $1 AND scope_id = $2 AND ($3::uuid[] IS NULL OR offer_id = ANY ($3))`,
);
const knownOffers = statement<[readonly string[]], { known: number }>(
  'prices.known-offers',
  'SELECT count(*) AS known FROM offers WHERE id = ANY ($1::uuid[]) AND deleted_at IS NULL',
);
interface Keys {
  readonly scope: string;
  readonly scopeId: string;
  readonly offerIds: readonly string[];
  readonly minQuantities: readonly number[];
}
const remove = statement<Keys>(
  'prices.remove',
  `DELETE FROM special_prices s USING unnest(:offer_ids::uuid[], :min_quantities::int[]) AS n (offer_id, min_quantity)
    WHERE s.scope = :scope AND s.scope_id = :scope_id AND s.offer_id = n.offer_id AND s.min_quantity = n.min_quantity`,
);
const write = statement<Keys & { readonly prices: readonly number[] }>(
  'prices.write',
  `INSERT INTO special_prices (scope, scope_id, offer_id, min_quantity, price)
   SELECT :scope, :scope_id, offer_id, min_quantity, price
     FROM unnest(:offer_ids::uuid[], :min_quantities::int[], :prices::bigint[]) AS n (offer_id, min_quantity, price)
   ON CONFLICT (scope, scope_id, offer_id, min_quantity) DO UPDATE SET price = EXCLUDED.price`,
);

const setBase = statement<[offerIds: readonly string[], prices: readonly (number | null)[]]>(
  'prices.set-base',
  `WITH changed AS (
     UPDATE offers o SET price = n.price FROM unnest($1::uuid[], $2::bigint[]) AS n (id, price) WHERE o.id = n.id RETURNING o.product_id
   ) UPDATE products p SET updated_at = greatest(clock_timestamp(), p.updated_at + interval '1 ms')
      WHERE p.id IN (SELECT product_id FROM changed)`,
);

const keyOf = ({ offerId, minQuantity }: Pick<StoredPrice, 'offerId' | 'minQuantity'>) =>
  `${offerId} ${minQuantity}`;

/**
 * Replaces the prices of a level or a reseller, and records what changes. With `expected` the call is refused when others are stored by
 * now, so that a colleague's prices are not overwritten unseen.
 * @throws AppError PRICE_REPEATED, OFFER_NOT_FOUND, PRICE_LIST_STALE, PRICE_BELOW_COST
 */
export async function replacePrices(
  tx: DbTransaction,
  owner: PriceOwner,
  { prices, offerIds, expected }: GivenPrices,
  author: PriceAuthor,
): Promise<{ changed: number; belowCost: number }> {
  const only = offerIds?.map(parseUuidOrNil);
  const given = new Map(
    prices.map((row) => {
      const price = { ...row, offerId: parseUuidOrNil(row.offerId), price: toCentimes(row.price) };
      return [keyOf(price), price];
    }),
  );
  if (given.size < prices.length) throw fail('PRICE_REPEATED');
  const offers = [...new Set([...given.values()].map(({ offerId }) => offerId))];
  // A price of an offer that the set does not cover is nothing that the caller can mean.
  if (only && offers.some((offer) => !only.includes(offer))) throw fail('OFFER_NOT_FOUND');
  if ((await knownOffers.one(tx, offers)).known < offers.length) throw fail('OFFER_NOT_FOUND');
  const before = new Map(
    (await stored.all(tx, owner.scope, owner.scopeId, only ?? null)).map((price) => [keyOf(price), price]),
  );
  const { scope, scopeId, levelName } = owner;
  const changeOf = (row: StoredPrice, from: Centimes | null, to: Centimes | null): ChangedPrice => ({
    offerId: row.offerId,
    minQuantity: row.minQuantity,
    scope,
    scopeId,
    levelName,
    from,
    to,
  });
  const changes = [
    ...[...before.values()]
      .filter((row) => !given.has(keyOf(row)))
      .map((row) => changeOf(row, row.price, null)),
    ...[...given.values()].flatMap((row) => {
      const from = before.get(keyOf(row))?.price ?? null;
      return from === row.price ? [] : [changeOf(row, from, row.price)];
    }),
  ];
  const isShown =
    expected === undefined ||
    (expected.length === [...before.values()].filter((row) => row.isShown).length &&
      expected.every((row) => {
        const known = before.get(keyOf({ ...row, offerId: parseUuidOrNil(row.offerId) }));
        return known?.price === toCentimes(row.price);
      }));
  if (changes.length > 0 && !isShown) throw fail('PRICE_LIST_STALE');
  return { changed: changes.length, belowCost: await applyPriceChanges(tx, changes, author) };
}

/**
 * Writes changed prices and records them. The caller has locked the products of the offers, and the rows of levels and resellers.
 * @returns how many are below the newest known cost @throws AppError PRICE_BELOW_COST
 */
export async function applyPriceChanges(
  tx: DbTransaction,
  changes: readonly ChangedPrice[],
  author: PriceAuthor,
): Promise<number> {
  const owners = new Map(changes.map((change) => [`${change.scope} ${change.scopeId}`, change]));
  for (const { scope, scopeId } of owners.values()) {
    const own = changes.filter((change) => change.scope === scope && change.scopeId === scopeId);
    if (scope === 'base') {
      await setBase.run(
        tx,
        own.map(({ offerId }) => offerId),
        own.map(({ to }) => to),
      );
      continue;
    }
    const gone = own.filter(({ to }) => to === null);
    const written = own.flatMap(({ to, ...change }) => (to === null ? [] : [{ ...change, to }]));
    const keys = (rows: readonly Pick<ChangedPrice, 'offerId' | 'minQuantity'>[]): Keys => ({
      scope,
      scopeId,
      offerIds: rows.map(({ offerId }) => offerId),
      minQuantities: rows.map(({ minQuantity }) => minQuantity),
    });
    if (gone.length > 0) await remove.run(tx, keys(gone));
    if (written.length > 0) await write.run(tx, { ...keys(written), prices: written.map(({ to }) => to) });
  }
  return recordPriceChanges(tx, changes, author);
}
