-- Sells codes of one offer to one reseller: one statement, one round trip, one commit (docs/decisions/0004).
--
-- Each part is named after what it reads or the table that it writes. Every part that writes, but for the counted attempt, reads
-- `ledger_entry`: when the ledger writes no row, nothing else is written. Two sales wait for each other on the buyer's own
-- rows only. Parameters are described in sell-codes.ts.
WITH
-- 1. Who buys: the account given, or the one that the live session `s` belongs to (actor.ts). Account, product and offer are each read by
--    their key first: joined with role and status, the planner would walk all active resellers.
account AS MATERIALIZED (
  SELECT id, role, status, disabled, purchases_per_hour FROM users
   WHERE id = coalesce(:buyer_id::uuid, (SELECT s.user_id FROM sessions s WHERE :live_session))
), buyer AS MATERIALIZED (
  SELECT id, coalesce(purchases_per_hour, :attempts_allowed::int) AS attempts_allowed FROM account WHERE buyer_refusal(role, status, disabled) IS NULL
),

-- 2. A key that has bought before sells nothing: its first answer is given again.
used_key AS MATERIALIZED (
  SELECT FROM idempotency_keys WHERE user_id = (SELECT id FROM buyer) AND key = :idempotency_key::text
),

-- 3. The attempt counts against the hourly limit, the account's own one or the configured one; looking again for the same purchase does not.
rate_limit AS (
  INSERT INTO rate_limits AS l (action, subject, attempts, window_ends)
  SELECT 'purchase', b.id::text, 1, clock_timestamp() + make_interval(secs => :window_seconds)
    FROM buyer b WHERE :first_try::boolean AND NOT EXISTS (SELECT FROM used_key)
  :count_attempt
),

-- 4. What is bought: an offer for sale, as the buyer was shown it, at the price that he was shown.
product AS MATERIALIZED (
  SELECT id, name, game, status, deleted_at FROM products WHERE id = :product_id::uuid
), offer AS MATERIALIZED (
  SELECT o.id, o.name, o.value, o.price, o.oldest_sellable_at, p.id AS product_id, p.name AS product_name, p.game
    FROM offers o JOIN product p ON p.id = o.product_id
   WHERE o.id = :offer_id::uuid
     AND product_refusal(p.status, p.deleted_at) IS NULL
     AND offer_refusal(o.deleted_at, ARRAY[p.name, o.name, o.value, o.region], :expected_offer::text[]) IS NULL
     AND price_refusal(o.price, :expected_unit_price::bigint) IS NULL
),

-- 5. The oldest codes, without waiting for a sale that holds some. The lookup starts at the offer's oldest sellable code; looking
--    again reads them all.
picked_codes AS MATERIALIZED (
  SELECT c.id FROM codes c
   WHERE c.offer_id = :offer_id AND c.status = 'available'
     AND c.created_at >= CASE WHEN :first_try THEN (SELECT oldest_sellable_at FROM offer) ELSE '-infinity' END
     AND coalesce((SELECT attempts FROM rate_limit), 0) <= (SELECT attempts_allowed FROM buyer)
     AND EXISTS (SELECT FROM buyer) AND NOT EXISTS (SELECT FROM used_key)
   ORDER BY c.created_at, c.id LIMIT :quantity::int FOR UPDATE SKIP LOCKED
),

-- 6. All of it or none: no numbers are drawn, and nothing below is written, unless every code was found.
sale AS MATERIALIZED (
  SELECT nextval('purchases_id_seq') AS purchase_id, nextval('transactions_id_seq') AS transaction_id,
         offer.price * :quantity AS total
    FROM offer
   WHERE (SELECT count(*) FROM picked_codes) = :quantity AND :quantity BETWEEN :quantity_min AND :quantity_max
),

-- 7. The debit. The trigger of the ledger (post_ledger_entry) locks the account and moves its balance; when the balance would leave
--    0 to 10,000,000 DA it writes no row, and so nothing is sold.
ledger_entry AS (
  INSERT INTO ledger (user_id, type, amount, description, transaction_id, related_transaction_id, metadata)
  SELECT b.id, 'debit', s.total, format(:description, o.product_name, o.name), s.transaction_id, s.purchase_id,
         jsonb_build_object('source', 'purchase', 'validated', true, 'productId', o.product_id, 'offerId', o.id,
                            'quantity', :quantity, 'unitPrice', o.price / 100.0)
    FROM sale s, offer o, buyer b
  RETURNING user_id, amount, description, transaction_id, related_transaction_id AS purchase_id, balance_before,
            balance_after, created_at
),

-- 8. The purchase and its transaction.
purchase AS (
  INSERT INTO purchases (id, user_id, product_id, offer_id, product_name, offer_name, game, value, quantity, unit_price,
                         total_cost, transaction_id, created_at)
  SELECT e.purchase_id, e.user_id, o.product_id, o.id, o.product_name, o.name, o.game, o.value, :quantity, o.price,
         e.amount, e.transaction_id, e.created_at
    FROM ledger_entry e, offer o
), transaction AS (
  INSERT INTO transactions (id, user_id, type, amount, description, product_name, balance_before, balance_after, status,
                            created_at, completed_at)
  SELECT e.transaction_id, e.user_id, 'purchase', e.amount, e.description, o.product_name, e.balance_before,
         e.balance_after, 'completed', e.created_at, e.created_at
    FROM ledger_entry e, offer o
),

-- 9. The codes are the buyer's, and the stock is lower: codes first, then stock, as everywhere.
sold_codes AS (
  UPDATE codes c
     SET status = 'sold', sold_to = e.user_id, sold_at = e.created_at, purchase_id = e.purchase_id, sale_price = o.price
    FROM ledger_entry e, offer o
   WHERE c.id = ANY (ARRAY(SELECT id FROM picked_codes))
  RETURNING c.id, c.sealed, c.key_id
), stock AS (
  UPDATE offer_stock s SET quantity = s.quantity - :quantity, last_sale = e.created_at
    FROM ledger_entry e WHERE s.offer_id = :offer_id AND s.slot = stock_slot()
),

-- 10. The key that has bought, and the buyer's notification.
idempotency_key AS (
  INSERT INTO idempotency_keys (user_id, key, operation, input_hash, answer)
  SELECT e.user_id, :idempotency_key, 'purchases.create', :input_hash::bytea,
         jsonb_build_object('purchaseId', e.purchase_id)
    FROM ledger_entry e WHERE :idempotency_key IS NOT NULL
), notification AS (
  INSERT INTO notifications (user_id, type, title, message, data)
  SELECT e.user_id, 'balance_debited', :notification_title,
         format(:notification_message, o.product_name, o.name,
                CASE WHEN e.amount < 1000000 THEN (e.amount / 100)::text
                     ELSE replace(to_char(e.amount / 100, 'FM999,999,999,990'), ',', :thousands_separator) END
                || CASE WHEN e.amount % 100 > 0 THEN to_char(e.amount % 100, '","FM00') ELSE '' END),
         jsonb_build_object('amount', e.amount / 100.0, 'purchaseId', e.purchase_id::text)
    FROM ledger_entry e, offer o WHERE :notify::boolean
)

-- 11. One JSON value: the driver reads one column faster than fourteen.
SELECT json_build_object(
         'keyUsed', EXISTS (SELECT FROM used_key), 'attempts', l.attempts, 'secondsLeft', l."secondsLeft",
         'attemptsAllowed', (SELECT attempts_allowed FROM buyer),
         'purchaseId', e.purchase_id, 'buyerId', e.user_id, 'productName', o.product_name, 'offerName', o.name,
         'game', o.game, 'value', o.value, 'unitPrice', o.price, 'totalCost', e.amount, 'createdAt', e.created_at,
         'codes', (SELECT json_agg(json_build_object('id', c.id, 'sealed', encode(c.sealed, 'base64'),
                                                     'keyId', c.key_id) ORDER BY c.id)
                     FROM sold_codes c)) AS sale
  FROM (VALUES (1)) AS always
  LEFT JOIN rate_limit l ON true
  LEFT JOIN ledger_entry e ON true
  LEFT JOIN offer o ON e.purchase_id IS NOT NULL
