-- The writer of balances with both: the credit of a claim may pass the upper bound (0078), and nothing is bought from a frozen account (0083).
CREATE OR REPLACE FUNCTION post_ledger_entry() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  delta bigint := CASE NEW.type WHEN 'credit' THEN NEW.amount ELSE -NEW.amount END;
BEGIN
  UPDATE users u
     SET balance = u.balance + delta,
         last_purchase = CASE NEW.metadata ->> 'source' WHEN 'purchase' THEN clock_timestamp() ELSE u.last_purchase END,
         last_recharge = CASE NEW.metadata ->> 'source' WHEN 'admin_recharge' THEN clock_timestamp() ELSE u.last_recharge END,
         updated_at = clock_timestamp()
   WHERE u.id = NEW.user_id AND u.balance + delta >= 0
     AND (delta < 0 OR u.balance + delta <= 1000000000 OR NEW.metadata ->> 'source' IN ('freefire_refund', 'claim_refund'))
     AND (u.frozen_at IS NULL OR NEW.metadata ->> 'source' NOT IN ('purchase', 'freefire_request'))
  RETURNING u.balance INTO NEW.balance_after;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  NEW.balance_before := NEW.balance_after - delta;
  NEW.id := nextval('ledger_number');
  NEW.created_at := clock_timestamp();
  RETURN NEW;
END $$;
