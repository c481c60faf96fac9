-- Free Fire entries under the status that the screens show (AMB-05, AMB-39): the state of the request, which a refusal
-- changes without touching the transaction. Lists find and sort these entries here; triggers keep them.
CREATE TABLE free_fire_entries (
  -- The transaction.
  id bigint PRIMARY KEY,
  type text NOT NULL,
  status text NOT NULL,
  amount centimes NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX free_fire_entries_newest ON free_fire_entries (type, status, created_at, id);
CREATE INDEX free_fire_entries_amount ON free_fire_entries (type, status, amount, created_at, id);
INSERT INTO free_fire_entries (id, type, status, amount, created_at)
SELECT t.id, t.type, coalesce(r.status, CASE t.status WHEN 'completed' THEN 'validated' ELSE t.status END), t.amount,
       t.created_at
  FROM transactions t LEFT JOIN free_fire_requests r ON r.transaction_id = t.id
 WHERE t.type IN ('freefire', 'freefire_request');

CREATE FUNCTION keep_free_fire_entry() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'free_fire_requests' THEN
    UPDATE free_fire_entries SET status = NEW.status WHERE id = NEW.transaction_id AND status <> NEW.status;
  ELSE
    INSERT INTO free_fire_entries (id, type, status, amount, created_at)
    VALUES (NEW.id, NEW.type,
            coalesce((SELECT r.status FROM free_fire_requests r WHERE r.transaction_id = NEW.id),
                     CASE NEW.status WHEN 'completed' THEN 'validated' ELSE NEW.status END),
            NEW.amount, NEW.created_at)
    ON CONFLICT (id) DO UPDATE SET type = excluded.type, status = excluded.status, amount = excluded.amount,
                                   created_at = excluded.created_at;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER transactions_free_fire_entry
  AFTER INSERT OR UPDATE OF type, status, amount, created_at ON transactions
  FOR EACH ROW WHEN (NEW.type IN ('freefire', 'freefire_request')) EXECUTE FUNCTION keep_free_fire_entry();
CREATE TRIGGER free_fire_requests_entry AFTER INSERT OR UPDATE OF status ON free_fire_requests
  FOR EACH ROW EXECUTE FUNCTION keep_free_fire_entry();

-- By amount. A recharge is in none of the first index, a purchase in none of the second.
CREATE INDEX transactions_purchase_amount ON transactions (amount, created_at, id) WHERE type = 'purchase';
CREATE INDEX transactions_recharge_amount ON transactions (status, amount, created_at, id) WHERE type = 'recharge';

-- How many transactions each day of Algiers has, counted by a job up to a few minutes ago, so that a list only counts
-- what came since. A sale writes nothing here.
CREATE TABLE transaction_counts (
  day date NOT NULL,
  type text NOT NULL,
  -- As shown.
  status text NOT NULL,
  entries bigint NOT NULL,
  PRIMARY KEY (day, type, status)
);
CREATE TABLE transaction_counts_until (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Transactions before this moment are counted.
  counted_to timestamptz(3) NOT NULL
);

-- A decision changes what an entry shows after it was counted.
CREATE FUNCTION recount_free_fire_entry() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  counted_day date := (NEW.created_at AT TIME ZONE 'Africa/Algiers')::date;
BEGIN
  -- Waits for the job while it counts (its lock is SHARE ROW EXCLUSIVE): the next statement reads how far it came.
  LOCK TABLE transaction_counts IN ROW EXCLUSIVE MODE;
  IF NEW.created_at < (SELECT counted_to FROM transaction_counts_until) THEN
    UPDATE transaction_counts SET entries = entries - 1
     WHERE day = counted_day AND type = OLD.type AND status = OLD.status;
    INSERT INTO transaction_counts (day, type, status, entries) VALUES (counted_day, NEW.type, NEW.status, 1)
    ON CONFLICT (day, type, status) DO UPDATE SET entries = transaction_counts.entries + 1;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER free_fire_entries_recount AFTER UPDATE OF status ON free_fire_entries
  FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION recount_free_fire_entry();

REVOKE EXECUTE ON FUNCTION keep_free_fire_entry(), recount_free_fire_entry() FROM PUBLIC;

-- The digits of a phone number without what comes before the national number: 0555 12 34 56, +213 555123456 and
-- 00213555123456 are one. Arabic digits count as the same.
CREATE FUNCTION phone_digits(phone text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(regexp_replace(translate(phone, U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669', '0123456789'),
           '[^0-9]', '', 'g'), '^(00213|213|0)', '');
CREATE INDEX users_phone ON users USING gin (phone_digits(phone) gin_trgm_ops);
