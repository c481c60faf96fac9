import { statement } from '../../database/statement.ts';
import type { Centimes } from '../../money/amount.ts';
import { type FreeFireRequestRow, freeFireRequestColumns } from './request-record.ts';

/** What a new request keeps; `offer` is JSON. */
type NewRequest = [
  id: number,
  userId: string,
  playerId: string,
  offer: string,
  offerName: string,
  diamondsValue: number,
  amount: Centimes,
  resellerName: string,
  userEmail: string,
  balanceBefore: Centimes,
  balanceAfter: Centimes,
  transactionId: number,
];
type Finished = [id: number, adminId: string, note: string | null];

const select = `SELECT ${freeFireRequestColumns} FROM free_fire_requests r WHERE`;
const latest = 'ORDER BY r.processed_at DESC, r.id DESC LIMIT';

/** Requests in the order in which they were made; `id` is that of the last one before the page. */
function listsIn(name: string, direction: 'ASC' | 'DESC') {
  const sign = direction === 'ASC' ? '>' : '<';
  const order = `ORDER BY r.id ${direction} LIMIT`;
  return {
    all: statement<[id: number, limit: number], FreeFireRequestRow>(
      `free-fire.requests-${name}`,
      `${select} r.id ${sign} $1 ${order} $2`,
    ),
    withStatus: statement<[status: string, id: number, limit: number], FreeFireRequestRow>(
      `free-fire.requests-with-status-${name}`,
      `${select} r.status = $1 AND r.id ${sign} $2 ${order} $3`,
    ),
    ofUser: statement<[userId: string, id: number, limit: number], FreeFireRequestRow>(
      `free-fire.requests-of-user-${name}`,
      `${select} r.user_id = $1 AND r.id ${sign} $2 ${order} $3`,
    ),
    ofUserWithStatus: statement<
      [userId: string, status: string, id: number, limit: number],
      FreeFireRequestRow
    >(
      `free-fire.requests-of-user-with-status-${name}`,
      `${select} r.user_id = $1 AND r.status = $2 AND r.id ${sign} $3 ${order} $4`,
    ),
  };
}
export const freeFireRequestLists = { desc: listsIn('newest', 'DESC'), asc: listsIn('oldest', 'ASC') };

export const freeFireRequestsStore = {
  nextNumber: statement<[], { id: number }>(
    'free-fire.next-request',
    `SELECT nextval('free_fire_requests_id_seq') AS id`,
  ),
  insert: statement<NewRequest>(
    'free-fire.insert-request',
    `INSERT INTO free_fire_requests (id, user_id, player_id, offer, offer_name, diamonds_value, amount, reseller_name,
       user_email, balance_before, balance_after, transaction_id, unified_transaction_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
  ),
  byId: statement<[number], FreeFireRequestRow>('free-fire.request', `${select} r.id = $1`),
  lock: statement<[number], FreeFireRequestRow>(
    'free-fire.lock-request',
    `${select} r.id = $1 FOR UPDATE OF r`,
  ),
  validate: statement<[...Finished, imageUrl: string]>(
    'free-fire.validate',
    `UPDATE free_fire_requests SET status = 'validated', processed_by = $2, note = $3, image_url = $4,
       validated_at = clock_timestamp(), processed_at = clock_timestamp(), updated_at = clock_timestamp()
     WHERE id = $1`,
  ),
  refuse: statement<Finished>(
    'free-fire.refuse',
    `UPDATE free_fire_requests SET status = 'refused', processed_by = $2, note = $3,
       refused_at = clock_timestamp(), processed_at = clock_timestamp(), updated_at = clock_timestamp()
     WHERE id = $1`,
  ),
  processed: statement<[string, number, number], FreeFireRequestRow>(
    'free-fire.requests-processed',
    `${select} r.processed_at IS NOT NULL AND (r.processed_at, r.id) < ($1::timestamptz, $2) ${latest} $3`,
  ),
  ofUserProcessed: statement<[string, string, number, number], FreeFireRequestRow>(
    'free-fire.requests-of-user-processed',
    `${select} r.user_id = $1 AND r.processed_at IS NOT NULL AND (r.processed_at, r.id) < ($2::timestamptz, $3) ${latest} $4`,
  ),
};
