import { limits, rateLimits } from '@almas/contract/limits';
import { stored } from '@almas/locale';
import { duplicateOf, isConflict, isDatabaseAway } from '../../database/failures.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { countAttemptSql } from '../../limits/rate-limit.ts';

/*
 * A sale is one statement, one round trip, one commit (docs/decisions/0004). Read it from top to bottom: somebody
 * who may not buy, or a key that was used before, sells nothing; the attempt is counted; codes are picked without waiting for
 * anybody; the ledger entry debits the buyer, and everything below hangs on it: when the ledger writes no row, nothing
 * else is written. The buyer's own rows are the only ones on which two sales wait for each other. The answer is one
 * JSON value, read at once. Person and product are found by their keys before anything else is asked of them: a plan
 * made in a young business would walk the index of all active resellers, and keep doing so in an old one.
 *
 * $1 buyer, or null for whoever the session $10 belongs to; $2 key or null, $3 product, $4 offer, $5 quantity, $6 hash
 * of the input, $7 attempts allowed, $8 whether to notify, $9 whether this is the first try: it counts as an attempt and
 * begins at the front of the shelf (migration 0014); looking again does not count, and looks at the whole shelf; $10
 * what is stored of a session; $11 the unit price that the buyer was shown, $12 the product's name and the offer's name,
 * value and region that he was shown, each null when the caller does not say. Texts come as formats: %1$s product, %2$s offer, %3$s amount in DA.
 */
const description = stored.purchase.description('%1$s', '%2$s');
const notification = stored.notifications.purchase('%1$s', '%2$s', '%3$s');
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export type SaleParams = [
  buyer: string | null,
  key: string | null,
  productId: string,
  offerId: string,
  quantity: number,
  inputHash: Buffer,
  attemptsAllowed: number,
  notify: boolean,
  isFirstTry: boolean,
  sessionHash: Buffer | null,
  expectedUnitPrice: number | null,
  expectedOffer: readonly string[] | null,
];
const notifyAt = 7;

export interface SoldCode {
  id: number;
  sealed: string;
  keyId: number;
}

export interface SaleRow {
  /** The key has bought before: nothing was sold now. */
  keyUsed: boolean;
  /** null when this try was not counted. */
  attempts: number | null;
  secondsLeft: number | null;
  purchaseId: number | null;
  buyerId: string;
  productName: string;
  offerName: string;
  game: string;
  value: string;
  unitPrice: number;
  totalCost: number;
  /** As the JSON of the database writes a time: with its offset, to the microsecond. */
  createdAt: string;
  codes: SoldCode[] | null;
}

export const sellCodesSql = `
WITH person AS MATERIALIZED (
  SELECT id, role, status, disabled FROM users
   WHERE id = coalesce($1::uuid, (SELECT user_id FROM sessions WHERE token_hash = $10::bytea AND expires_at > now()))
), buyer AS MATERIALIZED (
  SELECT id FROM person WHERE role = 'reseller' AND status = 'active' AND NOT disabled
), used AS MATERIALIZED (
  SELECT FROM idempotency_keys WHERE user_id = (SELECT id FROM buyer) AND key = $2::text
), attempt AS (
  ${countAttemptSql(`'purchase'`, 'b.id::text', String(rateLimits.purchase.windowSeconds), 'FROM buyer b WHERE $9::boolean AND NOT EXISTS (SELECT FROM used)')}
), product AS MATERIALIZED (
  SELECT id, name, game, status, deleted_at FROM products WHERE id = $3::uuid
), offer AS MATERIALIZED (
  SELECT o.id, o.name, o.value, o.price, o.shelf_front, p.id AS product_id, p.name AS product_name, p.game
    FROM offers o JOIN product p ON p.id = o.product_id
   WHERE o.id = $4::uuid AND p.status = 'active' AND o.price > 0 AND o.deleted_at IS NULL AND p.deleted_at IS NULL
     AND ($11::bigint IS NULL OR o.price = $11)
     AND ($12::text[] IS NULL OR ARRAY[p.name, o.name, o.value, o.region] = $12)
), picked AS MATERIALIZED (
  SELECT c.id FROM codes c
   WHERE c.offer_id = $4 AND c.status = 'available'
     AND c.created_at >= CASE WHEN $9 THEN (SELECT shelf_front FROM offer) ELSE '-infinity' END
     AND coalesce((SELECT attempts FROM attempt), 0) <= $7::int AND EXISTS (SELECT FROM buyer) AND NOT EXISTS (SELECT FROM used)
   ORDER BY c.created_at, c.id LIMIT $5::int FOR UPDATE SKIP LOCKED
), numbered AS MATERIALIZED (
  SELECT nextval('purchases_id_seq') AS purchase_id, nextval('transactions_id_seq') AS transaction_id,
         offer.price * $5 AS total
    FROM offer WHERE (SELECT count(*) FROM picked) = $5 AND $5 BETWEEN ${limits.purchaseQuantity.min} AND ${limits.purchaseQuantity.max}
), entry AS (
  INSERT INTO ledger (user_id, type, amount, description, transaction_id, related_transaction_id, metadata)
  SELECT b.id, 'debit', n.total, format(${literal(description)}, o.product_name, o.name), n.transaction_id, n.purchase_id,
         jsonb_build_object('source', 'purchase', 'validated', true, 'productId', o.product_id, 'offerId', o.id,
                            'quantity', $5, 'unitPrice', o.price / 100.0)
    FROM numbered n, offer o, buyer b
  RETURNING user_id, amount, description, transaction_id, related_transaction_id AS purchase_id, balance_before, balance_after, created_at
), purchase AS (
  INSERT INTO purchases (id, user_id, product_id, offer_id, product_name, offer_name, game, value, quantity, unit_price,
                         total_cost, transaction_id, created_at)
  SELECT e.purchase_id, e.user_id, o.product_id, o.id, o.product_name, o.name, o.game, o.value, $5, o.price,
         e.amount, e.transaction_id, e.created_at
    FROM entry e, offer o
), moved AS (
  INSERT INTO transactions (id, user_id, type, amount, description, product_name, balance_before, balance_after, status,
                            created_at, completed_at)
  SELECT e.transaction_id, e.user_id, 'purchase', e.amount, e.description, o.product_name, e.balance_before, e.balance_after,
         'completed', e.created_at, e.created_at
    FROM entry e, offer o
), sold AS (
  UPDATE codes c SET status = 'sold', sold_to = e.user_id, sold_at = e.created_at, purchase_id = e.purchase_id, sale_price = o.price
    FROM entry e, offer o
   WHERE c.id = ANY (ARRAY(SELECT id FROM picked))
  RETURNING c.id, c.sealed, c.key_id
), shelf AS (
  UPDATE offer_stock s SET quantity = s.quantity - $5, last_sale = e.created_at
    FROM entry e WHERE s.offer_id = $4 AND s.slot = pg_backend_pid() % 16
), remembered AS (
  INSERT INTO idempotency_keys (user_id, key, operation, input_hash, answer)
  SELECT e.user_id, $2, 'purchases.create', $6::bytea, jsonb_build_object('purchaseId', e.purchase_id) FROM entry e WHERE $2 IS NOT NULL
), told AS (
  INSERT INTO notifications (user_id, type, title, message, data)
  SELECT e.user_id, 'balance_debited', ${literal(notification.title)},
         format(${literal(notification.message)}, o.product_name, o.name, trim_scale(e.amount / 100.0)),
         jsonb_build_object('amount', e.amount / 100.0, 'purchaseId', e.purchase_id::text)
    FROM entry e, offer o WHERE $8::boolean
)
SELECT json_build_object('keyUsed', EXISTS (SELECT FROM used), 'attempts', a.attempts, 'secondsLeft', a."secondsLeft",
         'purchaseId', e.purchase_id, 'buyerId', e.user_id, 'productName', o.product_name, 'offerName', o.name, 'game', o.game, 'value', o.value,
         'unitPrice', o.price, 'totalCost', e.amount, 'createdAt', e.created_at,
         'codes', (SELECT json_agg(json_build_object('id', s.id, 'sealed', encode(s.sealed, 'base64'), 'keyId', s.key_id) ORDER BY s.id)
                     FROM sold s)) AS sale
  FROM (VALUES (1)) AS always LEFT JOIN attempt a ON true LEFT JOIN entry e ON true LEFT JOIN offer o ON e.purchase_id IS NOT NULL`;

const sell = statement<SaleParams, { sale: SaleRow }>('purchases.sell', sellCodesSql);

/** What became of one try. `same-key`: another call with this key was under way, and has bought. */
export type SaleOutcome = SaleRow | 'same-key';

/**
 * One try of a sale. A notification that cannot be written does not cost the sale: `notTold` hears of it, and the
 * statement, which has left nothing behind, runs again without. (The database does not say which of its tables
 * refused when a trigger did; whatever else is wrong refuses the second time too.)
 * Two calls with one key at the same moment: the slower one is taken back whole and finds the other's answer.
 */
export async function sellCodes(
  db: Queryable,
  params: SaleParams,
  notTold: (error: unknown) => void,
): Promise<SaleOutcome> {
  try {
    return await sellUnderKey(db, params);
  } catch (error) {
    // A lost connection may have committed: only the key can tell, and the caller repeats it.
    if (isConflict(error) || isDatabaseAway(error)) throw error;
    const unannounced = params.with(notifyAt, false) as SaleParams;
    const sale = await sellUnderKey(db, unannounced);
    notTold(error);
    return sale;
  }
}

async function sellUnderKey(db: Queryable, params: SaleParams): Promise<SaleOutcome> {
  try {
    return (await sell.one(db, ...params)).sale;
  } catch (error) {
    if (duplicateOf(error) === 'idempotency_keys_pkey') return 'same-key';
    throw error;
  }
}
