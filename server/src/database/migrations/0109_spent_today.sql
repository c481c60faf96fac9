-- What an account has spent since the midnight of Algiers: purchases, and the Free Fire requests that were not refused, whose price came
-- back. A code that a claim credited stays spent, as on the shop's own day, which counts it as sold. The refused ones are a sum of their
-- own: no sale looks for the request of a purchase. `statement_timestamp()`, which bounds the index as `clock_timestamp()` does not.
CREATE OR REPLACE FUNCTION spent_today(account uuid) RETURNS bigint LANGUAGE sql STABLE
  RETURN (SELECT coalesce(sum(amount), 0)::bigint FROM transactions
           WHERE user_id = account AND type IN ('purchase', 'freefire_request')
             AND created_at >= (statement_timestamp() AT TIME ZONE 'Africa/Algiers')::date::timestamp AT TIME ZONE 'Africa/Algiers')
       - (SELECT coalesce(sum(t.amount), 0)::bigint FROM transactions t JOIN free_fire_requests r ON r.transaction_id = t.id
           WHERE t.user_id = account AND t.type = 'freefire_request' AND r.user_id = account AND r.status = 'refused'
             AND t.created_at >= (statement_timestamp() AT TIME ZONE 'Africa/Algiers')::date::timestamp AT TIME ZONE 'Africa/Algiers');
