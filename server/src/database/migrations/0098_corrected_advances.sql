-- An advance that is corrected by a debit lowers the debt too: a correction of the advance, whose entry of the ledger is that debit. The
-- correction of a payment has none, and raises the debt, as before.
ALTER TABLE receivable_entries
  DROP CONSTRAINT receivable_entries_check,
  DROP CONSTRAINT receivable_entries_check1,
  DROP CONSTRAINT receivable_entries_corrects_key,
  ADD CONSTRAINT receivable_entries_moves CHECK (debt_after = debt_before
    + CASE WHEN kind = 'advance' OR (kind = 'correction' AND ledger_id IS NULL) THEN amount ELSE -amount END),
  ADD CONSTRAINT receivable_entries_advance
    CHECK (num_nonnulls(due_on, transaction_id, advanced_after) = CASE kind WHEN 'advance' THEN 3 ELSE 0 END),
  ADD CONSTRAINT receivable_entries_ledger
    CHECK (CASE kind WHEN 'advance' THEN ledger_id IS NOT NULL WHEN 'correction' THEN true ELSE ledger_id IS NULL END);
-- A payment is taken back once. An advance is corrected in parts, each by a debit of its own.
CREATE UNIQUE INDEX receivable_entries_corrects ON receivable_entries (corrects, ledger_id) NULLS NOT DISTINCT
  WHERE corrects IS NOT NULL;

CREATE OR REPLACE FUNCTION post_receivable_entry() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  is_advance boolean := NEW.kind = 'advance';
  raises boolean := is_advance OR (NEW.kind = 'correction' AND NEW.ledger_id IS NULL);
  delta bigint := CASE WHEN raises THEN NEW.amount ELSE -NEW.amount END;
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
