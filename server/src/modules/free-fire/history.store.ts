import type { FreeFireHistoryEntry } from '@almas/contract/free-fire';
import { statement } from '../../database/statement.ts';
import type { Centimes } from '../../money/amount.ts';
import type { Stored } from '../../money/stored.ts';

/** The Free Fire history record as stored. */
export type FreeFireHistoryRow = Stored<FreeFireHistoryEntry, 'id' | 'requestId', 'price'>;

const columns = `id, user_id AS "userId", player_id AS "playerId", offer_id AS "offerId", offer_name AS "offerName",
  price, diamonds_value AS "diamondsValue", status, external_transaction_id AS "externalTransactionId",
  created_at AS "createdAt", processed_by AS "processedBy", request_id AS "requestId"`;

export const historyStore = {
  /** The record of a validated request. No external service is called, so there is no external id (AMB-37). */
  recordSuccess: statement<[requestId: number, adminId: string]>(
    'free-fire.record-success',
    `INSERT INTO free_fire_history (user_id, player_id, offer_id, offer_name, price, diamonds_value, status,
       processed_by, request_id)
     SELECT user_id, player_id, offer ->> 'id', offer_name, amount, diamonds_value, 'success', $2, id
     FROM free_fire_requests WHERE id = $1`,
  ),
  all: statement<[before: number, limit: number], FreeFireHistoryRow>(
    'free-fire.history',
    `SELECT ${columns} FROM free_fire_history WHERE id < $1 ORDER BY id DESC LIMIT $2`,
  ),
  ofUser: statement<[userId: string, before: number, limit: number], FreeFireHistoryRow>(
    'free-fire.history-of-user',
    `SELECT ${columns} FROM free_fire_history WHERE user_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
  ),
  /** $1: the midnight at which the day started. */
  stats: statement<[Date], { total: number; totalAmount: Centimes; today: number; pending: number }>(
    'free-fire.stats',
    `SELECT t.recharges AS total, t.amount AS "totalAmount",
       (SELECT count(*) FROM free_fire_history WHERE created_at >= $1 AND status = 'success') AS today,
       (SELECT count(*) FROM free_fire_requests WHERE status = 'pending') AS pending
     FROM free_fire_totals t`,
  ),
};
