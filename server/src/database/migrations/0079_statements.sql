-- The ended months of an account, written once by a job. A month without entries has no row: its opening and closing are the closing before
-- it. No foreign key leads to accounts or the ledger, so that a sale has nothing more to check: the audit keeps them together.
CREATE TABLE ledger_months (
  user_id uuid NOT NULL,
  -- Its first day, in Algiers.
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  -- The entries of a month are those after the last one of the month before, up to this one.
  last_entry_id bigint NOT NULL,
  opening centimes NOT NULL CHECK (opening >= 0),
  closing centimes NOT NULL CHECK (closing >= 0),
  credits centimes NOT NULL CHECK (credits >= 0),
  debits centimes NOT NULL CHECK (debits >= 0),
  entries bigint NOT NULL CHECK (entries > 0),
  PRIMARY KEY (user_id, month),
  CHECK (closing = opening + credits - debits)
);
CREATE TRIGGER ledger_months_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_months
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- How far the job is: the months before `month` are being closed, account by account; null: those of every account are.
CREATE TABLE ledger_months_until (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  month date NOT NULL,
  after_user uuid
);
