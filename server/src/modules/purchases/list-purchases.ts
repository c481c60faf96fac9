import type { purchases } from '@almas/contract/purchases';
import type { Output, Parsed } from '@almas/contract/route';
import { typedDigits } from '@almas/contract/typed-text';
import { fail } from '../../app-error.ts';
import type { Caller } from '../../authorization/identity.ts';
import { decodeCursorMoment, endOfTime, isNumberId, presentPage } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { likePattern } from '../../database/search.ts';
import { dayRange } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { purchaseColumns as columns, type PurchaseRow, presentSummary } from './read-purchase.ts';

const lists = {
  ofUser: statement<{ userId: string; at: string; id: number; limit: number }, PurchaseRow>(
    'purchases.of-user',
    `SELECT ${columns} FROM purchases WHERE user_id = :user_id AND (created_at, id) < (:at::timestamptz, :id::bigint)
      ORDER BY created_at DESC, id DESC LIMIT :limit`,
  ),
  /** Walks one account's purchases from the newest on: few enough, at the purchases that an hour allows. */
  ofUserMatching: statement<
    {
      userId: string;
      at: string;
      id: number;
      limit: number;
      from: string | null;
      to: string | null;
      pattern: string | null;
      purchaseId: number | null;
      staffId: string | null;
    },
    PurchaseRow
  >(
    'purchases.of-user-matching',
    `SELECT ${columns} FROM purchases WHERE user_id = :user_id AND (created_at, id) < (:at::timestamptz, :id::bigint)
        AND ${dayRange('created_at', ':from', ':to')}
        AND (:staff_id::uuid IS NULL OR staff_id = :staff_id)
        AND (:pattern::text IS NULL OR search_fold(concat_ws(' ', game, product_name, offer_name)) LIKE :pattern OR id = :purchase_id::bigint)
      ORDER BY created_at DESC, id DESC LIMIT :limit`,
  ),
  ofEverybody: statement<[at: string, id: number, limit: number], PurchaseRow>(
    'purchases.of-everybody',
    `SELECT ${columns} FROM purchases WHERE (created_at, id) < ($1::timestamptz, $2::bigint)
      ORDER BY created_at DESC, id DESC LIMIT $3`,
  ),
};

/**
 * Purchases newest first, without their codes: a reseller's own (PRM-08); for an administrator everybody's, or those
 * of one account (RWO-11). A search, days or a cashier narrow the purchases of one account; a cashier reads the own ones. @throws AppError FORBIDDEN for another
 * account's, INVALID_INPUT for a search through everybody's
 */
export async function listPurchases(
  db: Queryable,
  { actor, wallet }: Caller,
  { userId, staffId, search, from, to, limit, cursor }: Parsed<typeof purchases.list>['query'],
): Promise<Output<typeof purchases.list>> {
  if (!actor.administers && userId !== undefined && userId !== wallet.id) throw fail('FORBIDDEN');
  const { at, id } = decodeCursorMoment(cursor, isNumberId, { at: endOfTime, id: 0 });
  const buyer = actor.administers ? userId : wallet.id;
  const pattern = likePattern(search);
  const seller = actor.cashier?.id ?? staffId;
  const isNarrowed = [pattern ?? undefined, from, to, seller].some((filter) => filter !== undefined);
  if (isNarrowed && buyer === undefined) throw fail('INVALID_INPUT');
  const rows = await read();
  return presentPage(rows, limit, presentSummary, (row) => [row.createdAt, row.id]);

  function read(): Promise<PurchaseRow[]> {
    if (buyer === undefined) return lists.ofEverybody.all(db, at, id, limit + 1);
    const account = parseUuidOrNil(buyer);
    if (!isNarrowed) return lists.ofUser.all(db, { userId: account, at, id, limit: limit + 1 });
    return lists.ofUserMatching.all(db, {
      userId: account,
      at,
      id,
      limit: limit + 1,
      from: from ?? null,
      to: to ?? null,
      pattern,
      purchaseId: purchaseNumber(search),
      staffId: seller === undefined ? null : parseUuidOrNil(seller),
    });
  }
}

/** The number that a search names as a ticket prints it: `201`, `n° 201`, `Achat n° 201`, `شراء رقم 201`; in digits of any keyboard. */
function purchaseNumber(search: string | undefined): number | null {
  const text = typedDigits(search ?? '');
  const digits = /^\s*(?:achat|شراء|رقم\s+الشراء)?\s*(?:n\s*[°ºo]\.?|رقم|#)?\s*(\d{1,15})\s*$/i.exec(
    text,
  )?.[1];
  return digits === undefined ? null : Number(digits);
}
