-- Accounts in the order of their balance and of their last activity. Both change with every sale, and an index on the
-- accounts themselves would cost each sale an entry in every index of that table. A job copies them here instead; a list
-- takes the accounts that have moved since from the accounts themselves, so that its order is exact.
CREATE TABLE account_standings (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL,
  status text NOT NULL,
  sorted_balance centimes NOT NULL,
  -- Milliseconds since 1970 of the last recharge or purchase; 0 when there was none.
  last_activity bigint NOT NULL
);
CREATE INDEX account_standings_balance ON account_standings (role, status, sorted_balance, user_id);
CREATE INDEX account_standings_activity ON account_standings (role, status, last_activity, user_id);
CREATE TABLE account_standings_until (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Entries of the ledger after this one are not in the standings yet.
  ledger_id bigint NOT NULL
);
-- How many accounts there are of each role and status.
CREATE TABLE account_counts (
  role text NOT NULL,
  status text NOT NULL,
  accounts bigint NOT NULL,
  PRIMARY KEY (role, status)
);

CREATE FUNCTION activity_milliseconds(last_recharge timestamptz, last_purchase timestamptz) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce((extract(epoch FROM greatest(last_recharge, last_purchase)) * 1000)::bigint, 0);

-- The name that the screens show, folded; compared without regard to the language of the database.
CREATE FUNCTION name_key(first_name text, last_name text, display_name text, email text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_fold(coalesce(nullif(btrim(first_name || ' ' || last_name), ''), nullif(display_name, ''),
                              split_part(email, '@', 1)));
CREATE INDEX users_name ON users (role, status, name_key(first_name, last_name, display_name, email) COLLATE "C", id);

-- All of it anew: with this migration, and after a restore of a backup of before it.
CREATE FUNCTION rebuild_account_standings() RETURNS void LANGUAGE sql AS $$
  DELETE FROM account_standings;
  DELETE FROM account_standings_until;
  DELETE FROM account_counts;
  -- Five minutes back: an entry of before may still be under way in another transaction.
  INSERT INTO account_standings_until (ledger_id)
  SELECT coalesce((SELECT id FROM ledger WHERE created_at < clock_timestamp() - interval '5 minutes'
                    ORDER BY id DESC LIMIT 1), 0);
  INSERT INTO account_standings (user_id, role, status, sorted_balance, last_activity)
  SELECT id, role, status, balance, activity_milliseconds(last_recharge, last_purchase) FROM users;
  INSERT INTO account_counts (role, status, accounts) SELECT role, status, count(*) FROM users GROUP BY 1, 2;
$$;

CREATE FUNCTION keep_account_standing() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- In one order, so that a deactivation and a reactivation do not wait for each other.
  IF TG_OP = 'UPDATE' THEN
    PERFORM FROM account_counts
      WHERE (role, status) IN ((OLD.role, OLD.status), (NEW.role, NEW.status)) ORDER BY role, status FOR UPDATE;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE account_counts SET accounts = accounts - 1 WHERE role = OLD.role AND status = OLD.status;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO account_standings (user_id, role, status, sorted_balance, last_activity)
    VALUES (NEW.id, NEW.role, NEW.status, NEW.balance, activity_milliseconds(NEW.last_recharge, NEW.last_purchase));
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE account_standings SET role = NEW.role, status = NEW.status WHERE user_id = NEW.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO account_counts (role, status, accounts) VALUES (NEW.role, NEW.status, 1)
    ON CONFLICT (role, status) DO UPDATE SET accounts = account_counts.accounts + 1;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_standing AFTER INSERT OR DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION keep_account_standing();
CREATE TRIGGER users_standing_changed AFTER UPDATE OF role, status ON users
  FOR EACH ROW WHEN (OLD.role <> NEW.role OR OLD.status <> NEW.status) EXECUTE FUNCTION keep_account_standing();
REVOKE EXECUTE ON FUNCTION keep_account_standing(), rebuild_account_standings() FROM PUBLIC;

SELECT rebuild_account_standings();
