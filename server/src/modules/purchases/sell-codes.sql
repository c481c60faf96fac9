-- Sells codes of one offer to one reseller: one statement, one round trip, one commit (docs/decisions/0004).
--
-- Each part is named after what it reads or the table that it writes. The parts after the ledger entry read `sold`, which has a row
-- only when the ledger wrote one: otherwise the counted attempt is the only write. Two sales wait for each other on rows of the
-- same buyer only. Parameters are described in sell-codes.ts. What differs by who sells (a person, a cashier, a program with an API key) is in
-- the fragments of its variant there.
WITH
-- 1. The buyer: the given account, the one of the live session `s`, or of the API key. Role and status are checked by a function
--    only: with plain conditions the planner would scan all active resellers.
buyer AS MATERIALIZED (
  SELECT id, :allowed AS attempts_allowed, price_level_id, own_prices, daily_ceiling
    FROM users
   WHERE id = :acting
     AND buyer_refusal(role, status, disabled) IS NULL AND frozen_at IS NULL
),

-- 2. A key or reference that has bought before sells nothing; the caller then reads what was sold.
used_key AS MATERIALIZED (
  :used
),

-- 3. The attempt counts against the hourly limit, the account's own one or the configured one; a further try of the same call does
--    not count.
rate_limit AS (
  INSERT INTO rate_limits AS l (action, subject, attempts, window_ends)
  SELECT :limit_action, :limit_subject, 1, clock_timestamp() + make_interval(secs => :window_seconds)
    FROM buyer b WHERE :is_first_try::boolean AND NOT EXISTS (SELECT FROM used_key)
  :count_attempt
),

-- 4. The offer at the buyer's price, if it is for sale and still has the name, value, region and price that the buyer was shown. The
--    price is computed once (OFFSET 0), and looked up only for a buyer with a level or prices of their own.
offer AS MATERIALIZED (
  SELECT o.id, o.name, o.value, o.price, o.oldest_sellable_at, p.id AS product_id, p.name AS product_name, p.game
    FROM (SELECT id, product_id, name, value, region, deleted_at, oldest_sellable_at,
                 (SELECT CASE WHEN b.own_prices THEN sale_price(b.id, b.price_level_id, offers.id, :quantity::int, offers.price)
                              ELSE offers.price END FROM buyer b) AS price
            FROM offers WHERE id = :offer_id::uuid OFFSET 0) o
    JOIN products p ON p.id = o.product_id
   WHERE :asked_product
     AND product_refusal(p.status, p.deleted_at) IS NULL
     AND offer_refusal(o.deleted_at, ARRAY[p.name, o.name, o.value, o.region], :expected_offer::text[]) IS NULL
     AND :asked_price
),

-- 5. The oldest codes that no other sale has locked. The first try starts at the offer's oldest sellable code, a further try reads
--    all of them. Without a buyer the condition on the attempts is null, and nothing is picked.
picked_codes AS MATERIALIZED (
  SELECT c.id FROM codes c
   WHERE c.offer_id = :offer_id AND c.status = 'available'
     AND c.created_at >= CASE WHEN :is_first_try THEN (SELECT oldest_sellable_at FROM offer) ELSE '-infinity' END
     AND coalesce((SELECT attempts FROM rate_limit), 0) <= (SELECT attempts_allowed FROM buyer)
     AND NOT EXISTS (SELECT FROM used_key)
   ORDER BY c.created_at, c.id LIMIT :quantity::int FOR UPDATE SKIP LOCKED
),

-- 6. All or nothing: no ids are drawn, and nothing below is written, unless every code was found and the buyer's ceiling of the day
--    allows it. What sales that run at the same moment spend is not seen: the ceiling is a brake.
sale AS MATERIALIZED (
  SELECT b.id AS buyer_id, nextval('purchases_id_seq') AS purchase_id, nextval('transactions_id_seq') AS transaction_id,
         o.price * :quantity AS total, o.id AS offer_id, o.product_id, o.product_name, o.name AS offer_name, o.game, o.value,
         o.price
    FROM offer o, buyer b
   WHERE (SELECT count(*) FROM picked_codes) = :quantity AND :quantity BETWEEN :quantity_min AND :quantity_max
     AND (b.daily_ceiling IS NULL OR spent_today(b.id) + o.price * :quantity <= b.daily_ceiling)
),:till

-- 7. The debit. The trigger of the ledger (post_ledger_entry) locks the account and moves its balance; when the balance would leave
--    0 to 10,000,000 DA it writes no row, and so nothing is sold.
ledger_entry AS (
  INSERT INTO ledger (user_id, type, amount, description, transaction_id, related_transaction_id, metadata)
  SELECT buyer_id, 'debit', total, format(:description, product_name, offer_name), transaction_id, purchase_id,
         jsonb_build_object('source', 'purchase', 'validated', true, 'productId', product_id, 'offerId', offer_id,
                            'quantity', :quantity, 'unitPrice', price / 100.0)
    FROM :debited
  RETURNING amount, description, balance_before, balance_after, created_at
),

-- 8. The data of the records below, joined once: PostgreSQL sets up every join of a statement at each execution.
sold AS MATERIALIZED (
  SELECT s.buyer_id AS user_id, s.purchase_id, s.transaction_id, s.offer_id, s.product_id, s.product_name, s.offer_name,
         s.game, s.value, s.price, e.*
    FROM ledger_entry e, sale s
),

-- 9. The purchase and its transaction.
purchase AS (
  INSERT INTO purchases (id, user_id, product_id, offer_id, product_name, offer_name, game, value, quantity, unit_price,
                         total_cost, transaction_id, :purchase_columns)
  SELECT purchase_id, user_id, product_id, offer_id, product_name, offer_name, game, value, :quantity, price,
         amount, transaction_id, :purchase_values
    FROM sold
), transaction AS (
  INSERT INTO transactions (id, user_id, type, amount, description, product_name, balance_before, balance_after, status,
                            created_at, completed_at)
  SELECT transaction_id, user_id, 'purchase', amount, description, product_name, balance_before, balance_after,
         'completed', created_at, created_at
    FROM sold
),

-- 10. The codes become the buyer's and the stock is lowered: codes first, then stock, the lock order of all writers.
sold_codes AS (
  UPDATE codes c
     SET status = 'sold', sold_to = s.user_id, sold_at = s.created_at, purchase_id = s.purchase_id, sale_price = s.price
    FROM sold s
   WHERE c.id = ANY (ARRAY(SELECT id FROM picked_codes))
  RETURNING c.id, c.sealed, c.key_id
), stock AS (
  UPDATE offer_stock t SET quantity = t.quantity - :quantity, last_sale = s.created_at
    FROM sold s WHERE t.offer_id = :offer_id AND t.slot = stock_slot()
),

-- 11. The key with its response, or the reference with its purchase; and the buyer's notification.
idempotency_key AS (
  :record
), notification AS (
  INSERT INTO notifications (user_id, type, title, message, data)
  SELECT user_id, 'balance_debited', :notification_title,
         format(:notification_message, product_name, offer_name,
                CASE WHEN amount < 1000000 THEN (amount / 100)::text
                     ELSE replace(to_char(amount / 100, 'FM999,999,999,990'), ',', :thousands_separator) END
                || CASE WHEN amount % 100 > 0 THEN to_char(amount % 100, '","FM00') ELSE '' END),
         jsonb_build_object('amount', amount / 100.0, 'purchaseId', purchase_id::text)
    FROM sold WHERE :notify::boolean
)

-- 12. One JSON value: the driver reads one column faster than fourteen.
SELECT json_build_object(
         'keyUsed', EXISTS (SELECT FROM used_key), 'attempts', l.attempts, 'secondsLeft', l."secondsLeft",
         'attemptsAllowed', (SELECT attempts_allowed FROM buyer),:answered_product
         'purchaseId', s.purchase_id, 'buyerId', s.user_id, 'productName', s.product_name, 'offerName', s.offer_name,
         'game', s.game, 'value', s.value, 'unitPrice', s.price, 'totalCost', s.amount, 'createdAt', s.created_at,
         'codes', (SELECT json_agg(json_build_object('id', c.id, 'sealed', encode(c.sealed, 'base64'),
                                                     'keyId', c.key_id) ORDER BY c.id)
                     FROM sold_codes c)) AS sale
  FROM (VALUES (1)) AS always
  LEFT JOIN rate_limit l ON true
  LEFT JOIN sold s ON true
