-- The largest balance bounds recharges and approvals. What was taken for a Free Fire request that is refused goes back
-- whatever the balance has become.
ALTER TABLE users DROP CONSTRAINT users_balance_check;
ALTER TABLE users ADD CONSTRAINT users_balance_check CHECK (balance >= 0);

CREATE OR REPLACE FUNCTION post_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  delta bigint := CASE NEW.type WHEN 'credit' THEN NEW.amount ELSE -NEW.amount END;
BEGIN
  UPDATE users u
     SET balance = u.balance + delta,
         last_purchase = CASE NEW.metadata ->> 'source' WHEN 'purchase' THEN clock_timestamp() ELSE u.last_purchase END,
         last_recharge = CASE NEW.metadata ->> 'source' WHEN 'admin_recharge' THEN clock_timestamp() ELSE u.last_recharge END,
         updated_at = clock_timestamp()
   WHERE u.id = NEW.user_id AND u.balance + delta >= 0
     AND (delta < 0 OR u.balance + delta <= 1000000000 OR NEW.metadata ->> 'source' = 'freefire_refund')
  RETURNING u.balance INTO NEW.balance_after;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  NEW.balance_before := NEW.balance_after - delta;
  NEW.id := nextval('ledger_number');
  NEW.created_at := clock_timestamp();
  RETURN NEW;
END $$;
