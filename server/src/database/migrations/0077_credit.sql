-- Credit: what resellers owe, and the cash that collectors hold. No foreign key leads to accounts, the ledger or transactions, so that a
-- sale has nothing more to check: the two writers below and the audit keep the books together.

-- How much an account may owe, and for how many days. Each change of a debt locks this row first.
CREATE TABLE credit_terms (
  user_id uuid PRIMARY KEY,
  limit_amount centimes NOT NULL CHECK (limit_amount BETWEEN 0 AND 1000000000),
  days integer NOT NULL CHECK (days BETWEEN 1 AND 365),
  suspended boolean NOT NULL DEFAULT false,
  changed_by uuid NOT NULL,
  changed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);

-- What an account owes. Written by the writer of receivable_entries alone.
CREATE TABLE receivables (
  user_id uuid PRIMARY KEY REFERENCES credit_terms (user_id),
  debt centimes NOT NULL DEFAULT 0 CHECK (debt >= 0),
  -- All its advances. Payments settle the oldest first: of these advances, `advanced - debt` is settled.
  advanced centimes NOT NULL DEFAULT 0,
  -- The number of its last receipt.
  receipts bigint NOT NULL DEFAULT 0,
  -- The first day on which a part of the debt is due; null without a debt.
  due_on date,
  CHECK (debt <= advanced),
  CHECK ((debt = 0) = (due_on IS NULL))
);
CREATE INDEX receivables_due ON receivables (due_on, user_id) WHERE debt > 0;

-- One row for each movement of a debt. The trigger below numbers and dates it.
CREATE SEQUENCE receivable_entry_number AS bigint;
CREATE TABLE receivable_entries (
  id bigint PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES receivables (user_id),
  -- correction: takes a payment back that was recorded by mistake.
  kind text NOT NULL CHECK (kind IN ('advance', 'payment', 'write_off', 'correction')),
  amount centimes NOT NULL CHECK (amount > 0),
  -- Of an advance: its last day, its credit in the ledger, and all advances of the account with this one.
  due_on date,
  ledger_id bigint UNIQUE,
  transaction_id bigint UNIQUE,
  advanced_after centimes,
  -- Of a payment: who took the cash, and the number in the receipts of the account, without a gap.
  collected_by uuid,
  receipt_number bigint,
  -- Of a correction: the payment.
  corrects bigint UNIQUE REFERENCES receivable_entries (id),
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 500),
  recorded_by uuid NOT NULL,
  debt_before centimes NOT NULL DEFAULT 0,
  debt_after centimes NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (user_id, receipt_number),
  CHECK (debt_after = debt_before + CASE WHEN kind IN ('advance', 'correction') THEN amount ELSE -amount END),
  CHECK (num_nonnulls(due_on, ledger_id, transaction_id, advanced_after) = CASE kind WHEN 'advance' THEN 4 ELSE 0 END),
  CHECK (num_nonnulls(collected_by, receipt_number) = CASE kind WHEN 'payment' THEN 2 ELSE 0 END),
  CHECK ((kind = 'correction') = (corrects IS NOT NULL))
);
ALTER SEQUENCE receivable_entry_number OWNED BY receivable_entries.id;
CREATE INDEX receivable_entries_account ON receivable_entries (user_id, id DESC);
-- What is not settled of an account's advances.
CREATE INDEX receivable_entries_advances ON receivable_entries (user_id, advanced_after) WHERE kind = 'advance';

CREATE FUNCTION open_receivable() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO receivables (user_id) VALUES (NEW.user_id);
  RETURN NULL;
END $$;
CREATE TRIGGER credit_terms_receivable AFTER INSERT ON credit_terms
  FOR EACH ROW EXECUTE FUNCTION open_receivable();

-- The one writer of debts, as post_ledger_entry is of balances: under the row lock that orders the entries of an account. It writes no
-- entry, and the INSERT returns no row, when the debt would become negative, and for an advance above the limit, while suspended or while
-- a part of the debt is overdue: the caller reads the reason.
CREATE FUNCTION post_receivable_entry() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  is_advance boolean := NEW.kind = 'advance';
  delta bigint := CASE WHEN NEW.kind IN ('advance', 'correction') THEN NEW.amount ELSE -NEW.amount END;
  added bigint := CASE WHEN is_advance THEN NEW.amount ELSE 0 END;
  owed receivables;
BEGIN
  -- A statement of its own: the next ones see what an earlier holder of the lock has written.
  PERFORM FROM receivables WHERE user_id = NEW.user_id FOR UPDATE;
  SELECT * INTO owed FROM receivables WHERE user_id = NEW.user_id;
  IF NOT FOUND OR owed.debt + delta < 0 THEN
    RETURN NULL;
  END IF;
  IF is_advance THEN
    PERFORM FROM credit_terms t
      WHERE t.user_id = NEW.user_id AND NOT t.suspended AND owed.debt + delta <= t.limit_amount
        AND coalesce(owed.due_on >= (clock_timestamp() AT TIME ZONE 'Africa/Algiers')::date, true);
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
    NEW.advanced_after := owed.advanced + added;
  ELSIF NEW.kind = 'payment' THEN
    NEW.receipt_number := owed.receipts + 1;
  END IF;
  NEW.debt_before := owed.debt;
  NEW.debt_after := owed.debt + delta;
  UPDATE receivables r
     SET debt = NEW.debt_after, advanced = owed.advanced + added, receipts = coalesce(NEW.receipt_number, r.receipts),
         due_on = CASE WHEN NEW.debt_after > 0 THEN least(
           CASE WHEN is_advance THEN NEW.due_on END,
           (SELECT min(e.due_on) FROM receivable_entries e
             WHERE e.user_id = NEW.user_id AND e.kind = 'advance'
               AND e.advanced_after > owed.advanced + added - NEW.debt_after)) END
   WHERE r.user_id = NEW.user_id;
  NEW.id := nextval('receivable_entry_number');
  NEW.created_at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER receivable_entries_move_debt BEFORE INSERT ON receivable_entries
  FOR EACH ROW EXECUTE FUNCTION post_receivable_entry();
CREATE TRIGGER receivable_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON receivable_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

CREATE FUNCTION refuse_debt_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% moves only with an entry', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER receivables_only_by_entries AFTER UPDATE ON receivables
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_debt_write();

-- Who takes cash from resellers, and how much of it one may hold.
CREATE TABLE collectors (
  user_id uuid PRIMARY KEY,
  held centimes NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- 500,000 DA until the owner says otherwise.
  ceiling centimes NOT NULL DEFAULT 50000000 CHECK (ceiling BETWEEN 0 AND 100000000000)
);

-- Cash that a collector hands over. It counts once another person has confirmed it.
CREATE TABLE cash_remittances (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  collector uuid NOT NULL REFERENCES collectors (user_id),
  amount centimes NOT NULL CHECK (amount > 0),
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 500),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  confirmed_by uuid CHECK (confirmed_by <> collector),
  confirmed_at timestamptz(3),
  withdrawn_at timestamptz(3),
  CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
  CHECK (confirmed_at IS NULL OR withdrawn_at IS NULL)
);
-- One at a time.
CREATE UNIQUE INDEX cash_remittances_open ON cash_remittances (collector)
  WHERE confirmed_at IS NULL AND withdrawn_at IS NULL;

-- One row for each movement of the cash that a collector holds.
CREATE SEQUENCE cash_entry_number AS bigint;
CREATE TABLE cash_entries (
  id bigint PRIMARY KEY,
  collector uuid NOT NULL REFERENCES collectors (user_id),
  kind text NOT NULL CHECK (kind IN ('collected', 'remitted')),
  -- Negative: a payment that was recorded by mistake and is taken back.
  amount centimes NOT NULL CHECK (amount > 0 OR (amount < 0 AND kind = 'collected')),
  receivable_entry_id bigint UNIQUE REFERENCES receivable_entries (id),
  remittance_id bigint UNIQUE REFERENCES cash_remittances (id),
  held_before centimes NOT NULL DEFAULT 0,
  held_after centimes NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CHECK (held_after = held_before + CASE kind WHEN 'collected' THEN amount ELSE -amount END),
  CHECK ((kind = 'collected') = (receivable_entry_id IS NOT NULL)),
  CHECK ((kind = 'remitted') = (remittance_id IS NOT NULL))
);
ALTER SEQUENCE cash_entry_number OWNED BY cash_entries.id;
CREATE INDEX cash_entries_collector ON cash_entries (collector, id DESC);

-- The one writer of the cash that is held. It writes no entry, and the INSERT returns no row, when a collector would hold less than
-- nothing, or takes more than the ceiling allows.
CREATE FUNCTION post_cash_entry() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  delta bigint := CASE NEW.kind WHEN 'collected' THEN NEW.amount ELSE -NEW.amount END;
BEGIN
  INSERT INTO collectors (user_id) VALUES (NEW.collector) ON CONFLICT DO NOTHING;
  UPDATE collectors c SET held = c.held + delta
   WHERE c.user_id = NEW.collector AND c.held + delta >= 0 AND (delta < 0 OR c.held + delta <= c.ceiling)
  RETURNING c.held INTO NEW.held_after;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  NEW.held_before := NEW.held_after - delta;
  NEW.id := nextval('cash_entry_number');
  NEW.created_at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER cash_entries_move_held BEFORE INSERT ON cash_entries
  FOR EACH ROW EXECUTE FUNCTION post_cash_entry();
CREATE TRIGGER cash_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON cash_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER collectors_only_by_entries AFTER UPDATE OF held ON collectors
  FOR EACH ROW WHEN (OLD.held <> NEW.held AND pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_debt_write();

REVOKE EXECUTE ON FUNCTION open_receivable(), post_receivable_entry(), refuse_debt_write(), post_cash_entry() FROM PUBLIC;
