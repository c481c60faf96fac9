import { foldText } from '@almas/contract/fold-text';
import { type FreeFireCustomer, freeFire } from '@almas/contract/free-fire';
import type { Output, Parsed } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import type { Wallet } from '../../authorization/identity.ts';
import { decodeCursorMoment, endOfTime, isUuid, nextCursor } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { likePattern } from '../../database/search.ts';
import { statement } from '../../database/statement.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';

const columns = `id, player_id AS "playerId", label, last_offer_id AS "lastOfferId", last_offer_name AS "lastOfferName",
  last_sent_at AS "lastSentAt"`;

const find = statement<
  { userId: string; search: string; at: string; id: string; limit: number; pattern: string },
  FreeFireCustomer
>(
  'free-fire.customers',
  `SELECT ${columns} FROM free_fire_customers
    WHERE user_id = :user_id AND (:search = '' OR starts_with(player_id, :search) OR search_fold(label) LIKE :pattern)
      AND (last_sent_at, id) < (:at::timestamptz, :id::uuid)
    ORDER BY last_sent_at DESC, id DESC LIMIT :limit`,
);
const save = statement<{ userId: string; playerId: string; offerId: string; offerName: string }>(
  'free-fire.save-customer',
  `INSERT INTO free_fire_customers AS c (user_id, player_id, last_offer_id, last_offer_name) VALUES (:user_id, :player_id, :offer_id, :offer_name)
   ON CONFLICT (user_id, player_id) DO UPDATE
     SET last_offer_id = EXCLUDED.last_offer_id, last_offer_name = EXCLUDED.last_offer_name,
         last_sent_at = EXCLUDED.last_sent_at`,
);
const rename = statement<[userId: string, id: string, label: string], FreeFireCustomer>(
  'free-fire.rename-customer',
  `UPDATE free_fire_customers SET label = $3 WHERE user_id = $1 AND id = $2 RETURNING ${columns}`,
);
const remove = statement<[userId: string, id: string]>(
  'free-fire.remove-customer',
  'DELETE FROM free_fire_customers WHERE user_id = $1 AND id = $2',
);

type Repeat = NonNullable<Output<typeof freeFire.repeat>['repeat']>;
/** Without refused requests, which were refunded. */
const lastOfDay = statement<
  [userId: string, playerId: string, offerId: string],
  Omit<Repeat, 'requestId'> & { readonly id: number }
>(
  'free-fire.repeat',
  `SELECT id, status, created_at AS "createdAt" FROM free_fire_requests
    WHERE user_id = $1 AND player_id = $2 AND offer ->> 'id' = $3 AND status <> 'refused'
      AND created_at > clock_timestamp() - interval '24 hours'
    ORDER BY id DESC LIMIT 1`,
);

/** Adds the player of a request to the reseller's customers, or updates the player's last offer. */
export const saveCustomer = (
  db: Queryable,
  userId: string,
  playerId: string,
  offer: { readonly id: string; readonly name: string },
): Promise<number> => save.run(db, { userId, playerId, offerId: offer.id, offerName: offer.name });

const last = { at: endOfTime, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** The wallet's customers, most recently served first. */
export async function listCustomers(
  db: Queryable,
  wallet: Wallet,
  { search, limit, cursor }: Parsed<typeof freeFire.customers>['query'],
): Promise<Output<typeof freeFire.customers>> {
  const before = decodeCursorMoment(cursor, isUuid, last);
  const playerId = foldText(search).trim();
  const pattern = likePattern(search) ?? '%';
  const rows = await find.all(db, {
    userId: wallet.id,
    search: playerId,
    at: before.at,
    id: before.id,
    limit: limit + 1,
    pattern,
  });
  return {
    items: rows.slice(0, limit),
    nextCursor: nextCursor(rows, limit, ({ lastSentAt, id }) => [lastSentAt, id]),
  };
}

/** The latest request of the wallet for the same player and offer within 24 hours. */
export async function findRepeat(
  db: Queryable,
  wallet: Wallet,
  { freeFireId, offerId }: Parsed<typeof freeFire.repeat>['query'],
): Promise<Output<typeof freeFire.repeat>> {
  const found = await lastOfDay.first(db, wallet.id, freeFireId, offerId);
  if (!found) return { repeat: null };
  const { id, ...repeat } = found;
  return { repeat: { ...repeat, requestId: String(id) } };
}

/** @throws AppError NOT_FOUND, also for another reseller's customer */
export const renameCustomer = command(freeFire.renameCustomer, {
  run: async ({ tx, wallet, params, body }) => {
    const customer = await rename.first(tx, wallet.id, parseUuidOrNil(params.id), body.label);
    if (!customer) throw fail('NOT_FOUND');
    return { response: customer, effects: {} };
  },
});

/** @throws AppError NOT_FOUND, also for another reseller's customer */
export const removeCustomer = command(freeFire.removeCustomer, {
  run: async ({ tx, wallet, params }) => {
    if ((await remove.run(tx, wallet.id, parseUuidOrNil(params.id))) === 0) throw fail('NOT_FOUND');
    return { response: undefined, effects: {} };
  },
});
