-- Of a payment that no collector holds as cash: how it came. Null: in cash, as all payments of before.
ALTER TABLE receivable_entries
  ADD COLUMN method text,
  ADD CONSTRAINT receivable_entries_method
    CHECK (method IS NULL OR (kind = 'payment' AND method IN ('ccp', 'baridimob', 'bank_transfer')));

-- A server of before, which knows no method, takes no cash back for such a payment while both run.
CREATE FUNCTION refuse_cash_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM receivable_entries e LEFT JOIN receivable_entries p ON p.id = e.corrects
              WHERE e.id = NEW.receivable_entry_id AND (e.method IS NOT NULL OR p.method IS NOT NULL)) THEN
    RAISE EXCEPTION 'entry % was not paid in cash', NEW.receivable_entry_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER cash_entries_in_cash BEFORE INSERT ON cash_entries
  FOR EACH ROW WHEN (NEW.kind = 'collected') EXECUTE FUNCTION refuse_cash_of_payment();
