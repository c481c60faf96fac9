import { hash } from 'node:crypto';
import { foldText } from '@almas/contract/fold-text';
import { priceLimits } from '@almas/contract/limits';
import { type PriceList, type PriceListChange, prices } from '@almas/contract/prices';
import type { Output, Parsed } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import { decodeCursorNumber, nextCursor } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { accountName } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseIdOrZero } from '../../ids.ts';
import { type Centimes, toCentimes, toDinars } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';
import { pricesChanged } from './price-levels.ts';
import type { ChangedPrice, PriceAuthor } from './record-price-changes.ts';
import { applyPriceChanges } from './special-prices.ts';

type Lines = Parsed<typeof prices.previewList>['body']['lines'];

interface OfferRow {
  readonly productId: string;
  readonly offerId: string;
  readonly productName: string;
  readonly offerName: string;
  readonly price: Centimes;
  readonly cost: Centimes | null;
  readonly isForSale: boolean;
}
const offersOfShop = statement<[], OfferRow>(
  'price-lists.offers',
  `SELECT p.id AS "productId", o.id AS "offerId", p.name AS "productName", o.name AS "offerName", o.price,
          newest_unit_cost(o.id) AS cost, p.status = 'active' AS "isForSale"
     FROM offers o JOIN products p ON p.id = o.product_id
    WHERE o.deleted_at IS NULL AND p.deleted_at IS NULL ORDER BY p.name, p.id, o.position, o.id`,
);
interface LevelPrice {
  readonly levelId: string;
  readonly offerId: string;
  readonly minQuantity: number;
  readonly price: Centimes;
}
const levelPrices = statement<[levelIds: readonly string[]], LevelPrice>(
  'price-lists.level-prices',
  `SELECT scope_id AS "levelId", offer_id AS "offerId", min_quantity AS "minQuantity", price
     FROM special_prices WHERE scope = 'level' AND scope_id = ANY ($1)`,
);
const levelNames = statement<[levelIds: readonly number[]], { id: number; name: string }>(
  'price-lists.levels',
  'SELECT id, name FROM price_levels WHERE id = ANY ($1::bigint[])',
);
// In the order of their ids, so that two lists never wait for each other.
const lockProducts = statement<[ids: readonly string[]]>(
  'price-lists.lock-products',
  'SELECT id FROM products WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
);
const lockLevels = statement<[ids: readonly number[]]>(
  'price-lists.lock-levels',
  'SELECT id FROM price_levels WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE',
);

/** Names as lists write them: without case, accents and signs. */
const named = (text: string) =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Finds the offer of a line: by its id, by product and offer, or by the offer alone where no other has its name. */
function offerFinder(offers: readonly OfferRow[]) {
  const byName = new Map<string, OfferRow[]>();
  const add = (name: string, offer: OfferRow) => byName.set(name, [...(byName.get(name) ?? []), offer]);
  for (const offer of offers) {
    add(offer.offerId, offer);
    add(named(`${offer.productName} ${offer.offerName}`), offer);
  }
  const alone = new Map<string, OfferRow[]>();
  for (const offer of offers) {
    const name = named(offer.offerName);
    alone.set(name, [...(alone.get(name) ?? []), offer]);
  }
  return (text: string): readonly OfferRow[] =>
    byName.get(text.trim().toLowerCase()) ?? byName.get(named(text)) ?? alone.get(named(text)) ?? [];
}

const keyOf = (offerId: string, levelId: string | null, minQuantity: number) =>
  `${offerId}/${levelId ?? 'base'}/${minQuantity}`;

interface Compared {
  readonly version: string;
  readonly changes: readonly (ChangedPrice & { readonly shown: PriceListChange })[];
  readonly unchanged: number;
  readonly unknown: Output<typeof prices.previewList>['unknown'];
  readonly missing: readonly OfferRow[];
  /** Of every known offer of the list. */
  readonly productIds: readonly string[];
}

const levelIdsOf = (lines: Lines) => [
  ...new Set(lines.flatMap((line) => line.prices.flatMap(({ levelId }) => levelId ?? []))),
];

/** Compares a list with the prices in force. @throws AppError PRICE_LEVEL_NOT_FOUND, PRICE_REPEATED, INVALID_INPUT */
async function compareList(db: Queryable, lines: Lines): Promise<Compared> {
  const levelIds = levelIdsOf(lines);
  const names = new Map(
    (await levelNames.all(db, levelIds.map(parseIdOrZero))).map(({ id, name }) => [String(id), name]),
  );
  if (levelIds.some((id) => !names.has(id))) throw fail('PRICE_LEVEL_NOT_FOUND');
  const offers = await offersOfShop.all(db);
  const find = offerFinder(offers);
  const inForce = new Map(
    (await levelPrices.all(db, levelIds)).map(({ offerId, levelId, minQuantity, price }) => [
      keyOf(offerId, levelId, minQuantity),
      price,
    ]),
  );
  const unknown: Compared['unknown'] = [];
  const found = new Map<string, OfferRow>();
  const wanted = new Map<string, ChangedPrice & { readonly shown: PriceListChange }>();
  for (const [index, line] of lines.entries()) {
    const matches = find(line.offer);
    const [offer] = matches;
    if (!offer || matches.length > 1) {
      unknown.push({ line: index, offer: line.offer, several: matches.length > 1 });
      continue;
    }
    found.set(offer.offerId, offer);
    for (const { levelId, minQuantity, price } of line.prices) {
      if (levelId === null && minQuantity !== 1) throw fail('INVALID_INPUT');
      const key = keyOf(offer.offerId, levelId, minQuantity);
      const to = toCentimes(price);
      const known = wanted.get(key);
      if (known && known.to !== to) throw fail('PRICE_REPEATED');
      const from = levelId === null ? offer.price : (inForce.get(key) ?? null);
      const levelName = levelId === null ? null : (names.get(levelId) ?? '');
      wanted.set(key, {
        offerId: offer.offerId,
        scope: levelId === null ? 'base' : 'level',
        scopeId: levelId ?? '',
        levelName: levelName ?? '',
        minQuantity,
        from,
        to,
        shown: {
          key,
          line: index,
          offerId: offer.offerId,
          productName: offer.productName,
          offerName: offer.offerName,
          levelId,
          levelName,
          minQuantity,
          from: from === null ? null : toDinars(from),
          to: toDinars(to),
          unitCost: offer.cost === null ? null : toDinars(offer.cost),
        },
      });
    }
  }
  const all = [...wanted.values()];
  const changes = all.filter(({ from, to }) => from !== to);
  const compared = all.map(({ from, shown }) => [shown.key, from]);
  return {
    version: hash('sha256', JSON.stringify([compared, unknown]), 'base64url').slice(0, 22),
    changes,
    unchanged: all.length - changes.length,
    unknown,
    missing: offers.filter(({ offerId, isForSale }) => isForSale && !found.has(offerId)),
    productIds: [...new Set([...found.values()].map(({ productId }) => productId))],
  };
}

/** What a list would change. @throws AppError PRICE_LEVEL_NOT_FOUND, PRICE_REPEATED */
export async function previewList(
  db: Queryable,
  { lines }: Parsed<typeof prices.previewList>['body'],
): Promise<Output<typeof prices.previewList>> {
  const { version, changes, unchanged, unknown, missing } = await compareList(db, lines);
  return {
    version,
    changes: changes.map(({ shown }) => shown),
    unchanged,
    unknown,
    missing: missing.map(({ offerId, productName, offerName, price }) => ({
      offerId,
      productName,
      offerName,
      price: toDinars(price),
    })),
  };
}

const insertList = statement<
  { source: string; changes: number; undoes: number | null; createdBy: string },
  { id: number }
>(
  'price-lists.insert',
  'INSERT INTO price_lists (source, changes, undoes, created_by) VALUES (:source, :changes, :undoes, :created_by) RETURNING id',
);

async function writeList(
  tx: DbTransaction,
  changes: readonly ChangedPrice[],
  { source, undoes, ...author }: PriceAuthor & { readonly source: string; readonly undoes?: number },
) {
  const { id } = await insertList.one(tx, {
    source,
    changes: changes.length,
    undoes: undoes ?? null,
    createdBy: author.actor.id,
  });
  const belowCost = await applyPriceChanges(tx, changes, { ...author, listId: id });
  return { id, belowCost };
}

/**
 * Writes a list, or what the administrator has chosen of it, in one transaction. @throws AppError PRICE_LIST_STALE when a price of the list
 * is not the one that was shown
 */
export const applyList = command(prices.applyList, {
  long: true,
  run: async ({ tx, actor, body: { lines, version, chosen, source, confirmBelowCost } }) => {
    // Compared once to know what to lock, and again under the locks.
    const { productIds } = await compareList(tx, lines);
    await lockProducts.run(tx, productIds);
    await lockLevels.run(tx, levelIdsOf(lines).map(parseIdOrZero));
    const compared = await compareList(tx, lines);
    if (compared.version !== version) throw fail('PRICE_LIST_STALE');
    const wanted = chosen && new Set(chosen);
    const changes = compared.changes
      .filter(({ shown }) => !wanted || wanted.has(shown.key))
      .map(({ shown: _, ...change }) => change);
    if (changes.length === 0) throw fail('PRICE_LIST_EMPTY');
    const { id, belowCost } = await writeList(tx, changes, { actor, confirmBelowCost, source });
    return {
      response: { id: String(id), changed: changes.length, belowCost },
      effects: {
        audit: {
          action: 'price-list.apply',
          subject: { type: 'price-list', id: String(id), ...(source && { name: source }) },
          after: { priceChanges: changes.length, ...(belowCost > 0 && { belowCost }) },
        },
        events: [pricesChanged],
      },
    };
  },
});

interface ListRow extends Omit<PriceList, 'id' | 'undoes' | 'undoneBy'> {
  id: number;
  undoes: number | null;
  undoneBy: number | null;
}
const page = statement<[before: number, limit: number], ListRow>(
  'price-lists.page',
  `SELECT l.id, l.created_at AS "createdAt", ${accountName('l.created_by')} AS "authorName", l.source, l.changes, l.undoes,
          (SELECT n.id FROM price_lists n WHERE n.undoes = l.id) AS "undoneBy",
          l.created_at + interval '${priceLimits.undoMinutes} minutes' AS "undoUntil"
     FROM price_lists l WHERE l.id < $1::bigint ORDER BY l.id DESC LIMIT $2::int`,
);

/** The lists that were applied, the newest first. */
export async function listPriceLists(
  db: Queryable,
  { limit, cursor }: Parsed<typeof prices.lists>['query'],
): Promise<Output<typeof prices.lists>> {
  const rows = await page.all(db, decodeCursorNumber(cursor), limit + 1);
  const idOf = (id: number | null) => (id === null ? null : String(id));
  return {
    items: rows.slice(0, limit).map((row) => ({
      ...row,
      id: String(row.id),
      undoes: idOf(row.undoes),
      undoneBy: idOf(row.undoneBy),
    })),
    nextCursor: nextCursor(rows, limit, (row) => [row.id]),
  };
}

const appliedList = statement<[id: number], { source: string; isOver: boolean }>(
  'price-lists.applied',
  `SELECT source, created_at < clock_timestamp() - interval '${priceLimits.undoMinutes} minutes' AS "isOver"
     FROM price_lists WHERE id = $1`,
);
const undoOf = statement<[id: number], { id: number }>(
  'price-lists.undo-of',
  'SELECT id FROM price_lists WHERE undoes = $1',
);

interface MadeChange extends ChangedPrice {
  readonly productId: string;
  readonly levelName: string;
  /** The price in force; null: none. */
  readonly now: Centimes | null;
  readonly isGone: boolean;
}
const madeChanges = statement<[listId: number], MadeChange>(
  'price-lists.changes',
  `SELECT c.offer_id AS "offerId", o.product_id AS "productId", c.scope, c.scope_id AS "scopeId", c.level_name AS "levelName",
          c.min_quantity AS "minQuantity", c.from_price AS from, c.to_price AS to,
          CASE c.scope WHEN 'base' THEN o.price
               ELSE (SELECT s.price FROM special_prices s WHERE s.scope = c.scope AND s.scope_id = c.scope_id
                        AND s.offer_id = c.offer_id AND s.min_quantity = c.min_quantity) END AS now,
          o.deleted_at IS NOT NULL OR p.deleted_at IS NOT NULL AS "isGone"
     FROM price_changes c JOIN offers o ON o.id = c.offer_id JOIN products p ON p.id = o.product_id
    WHERE c.list_id = $1 ORDER BY c.id`,
);

/**
 * Puts the prices back that a list has changed, as a list of its own. @throws AppError PRICE_LIST_TOO_OLD after an hour, PRICE_LIST_STALE
 * when one of the prices has changed or its level was deleted since
 */
export const undoList = command(prices.undoList, {
  long: true,
  run: async ({ tx, actor, params, body: { confirmBelowCost } }) => {
    const id = parseIdOrZero(params.id);
    const list = await appliedList.first(tx, id);
    if (!list) throw fail('PRICE_LIST_NOT_FOUND');
    // The locks of its products also keep out another undo of this list.
    const named = await madeChanges.all(tx, id);
    await lockProducts.run(tx, [...new Set(named.map(({ productId }) => productId))]);
    const levelIds = named.flatMap(({ scope, scopeId }) => (scope === 'level' ? parseIdOrZero(scopeId) : []));
    const levels = [...new Set(levelIds)];
    const locked = await lockLevels.run(tx, levels);
    if (await undoOf.first(tx, id)) throw fail('PRICE_LIST_UNDONE');
    if (list.isOver) throw fail('PRICE_LIST_TOO_OLD');
    // A price that an undo took back is absent, as it is in a level that was deleted since.
    if (locked < levels.length) throw fail('PRICE_LIST_STALE');
    const made = await madeChanges.all(tx, id);
    if (made.some(({ now, to, isGone }) => now !== to || isGone)) throw fail('PRICE_LIST_STALE');
    const changes = made.map(({ offerId, scope, scopeId, levelName, minQuantity, from, to }) => ({
      ...{ offerId, scope, scopeId, levelName, minQuantity },
      from: to,
      to: from,
    }));
    const written = await writeList(tx, changes, {
      ...{ actor, confirmBelowCost },
      source: list.source,
      undoes: id,
    });
    return {
      response: { id: String(written.id), changed: changes.length, belowCost: written.belowCost },
      effects: {
        audit: {
          action: 'price-list.undo',
          subject: { type: 'price-list', id: String(id), ...(list.source && { name: list.source }) },
          after: { priceChanges: changes.length },
        },
        events: [pricesChanged],
      },
    };
  },
});
