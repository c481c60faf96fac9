-- A sale or a top-up that waited for the row of its account sees here that the account was deactivated meanwhile, as it sees a freeze (0089).
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
     AND (NEW.metadata ->> 'source' NOT IN ('purchase', 'freefire_request')
          OR u.frozen_at IS NULL AND u.status = 'active' AND NOT u.disabled)
  RETURNING u.balance INTO NEW.balance_after;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  NEW.balance_before := NEW.balance_after - delta;
  NEW.id := nextval('ledger_number');
  NEW.created_at := clock_timestamp();
  RETURN NEW;
END $$;

-- Wrong PINs of a day of Africa/Algiers, which a right one does not take away: a colleague at the counter could guess between two sign-ins.
ALTER TABLE staff
  ADD COLUMN wrong_pins_on date,
  ADD COLUMN wrong_pins_of_day int NOT NULL DEFAULT 0 CHECK (wrong_pins_of_day >= 0);
