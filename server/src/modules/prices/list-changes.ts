import type { PriceChange, prices } from '@almas/contract/prices';
import type { Output, Parsed } from '@almas/contract/route';
import { pageByNumber } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { accountName } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero, parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

interface ChangeRow extends Omit<PriceChange, 'id' | 'from' | 'to' | 'listId'> {
  id: number;
  from: Centimes | null;
  to: Centimes | null;
  listId: number | null;
}

// A statement for each filter, so that each reads its own index.
const pageOf = <Param extends string | number>(name: string, condition: string) =>
  statement<[before: number, limit: number, value: Param], ChangeRow>(
    `prices.changes-${name}`,
    `SELECT c.id, c.created_at AS "createdAt", ${accountName('c.changed_by')} AS "authorName", p.name AS "productName",
            o.id AS "offerId", o.name AS "offerName", c.scope,
            CASE c.scope WHEN 'level' THEN c.level_name
                         WHEN 'user' THEN ${accountName("nullif(c.scope_id, '')::uuid")} END AS "scopeName",
            c.min_quantity AS "minQuantity", c.from_price AS from, c.to_price AS to, c.below_cost AS "belowCost", c.list_id AS "listId"
       FROM price_changes c JOIN offers o ON o.id = c.offer_id JOIN products p ON p.id = o.product_id
      WHERE ${condition} AND c.id < $1::bigint ORDER BY c.id DESC LIMIT $2::int`,
  );
const all = pageOf<string>('all', `$3::text = ''`);
const ofOffer = pageOf<string>('of-offer', 'c.offer_id = $3::uuid');
const ofLevel = pageOf<string>('of-level', `c.scope = 'level' AND c.scope_id = $3::text`);
const ofUser = pageOf<string>('of-user', `c.scope = 'user' AND c.scope_id = $3::text`);
const ofList = pageOf<number>('of-list', 'c.list_id = $3::bigint');

/** Changes of prices, the newest first; of several filters the first in this order counts: list, offer, level, reseller. */
export async function listPriceChanges(
  db: Queryable,
  { offerId, levelId, userId, listId, limit, cursor }: Parsed<typeof prices.changes>['query'],
): Promise<Output<typeof prices.changes>> {
  const read = (before: number, rows: number) => {
    if (listId !== undefined) return ofList.all(db, before, rows, parseIdOrZero(listId));
    if (offerId !== undefined) return ofOffer.all(db, before, rows, parseUuidOrNil(offerId));
    if (levelId !== undefined) return ofLevel.all(db, before, rows, levelId);
    if (userId !== undefined) return ofUser.all(db, before, rows, parseUuidOrNil(userId));
    return all.all(db, before, rows, '');
  };
  return pageByNumber({ limit, cursor }, read, present);
}

const inDinars = (price: Centimes | null) => (price === null ? null : toDinars(price));

const present = ({ id, from, to, listId, ...row }: ChangeRow): PriceChange => ({
  ...row,
  id: String(id),
  from: inDinars(from),
  to: inDinars(to),
  listId: listId === null ? null : String(listId),
});
