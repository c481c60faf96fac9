-- Payments settle the oldest advance first. What a debit took back of an advance settles that advance: its part is taken from it, not from
-- the oldest one, whose day would move on with the debt still owed. `correcting`: the advance of a correction that is being written.
CREATE FUNCTION open_advances(account uuid, owed bigint, correcting bigint DEFAULT NULL, corrected bigint DEFAULT 0)
  RETURNS TABLE (due_on date, created_at timestamptz, part bigint) LANGUAGE sql STABLE AS $$
  SELECT a.due_on, a.created_at, least(a.net, owed - a.newer)::bigint
    FROM (SELECT n.*, coalesce(sum(n.net) OVER (ORDER BY n.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS newer
            FROM (SELECT e.id, e.due_on, e.created_at,
                         e.amount - coalesce(c.amount, 0) - CASE WHEN e.id = correcting THEN corrected ELSE 0 END AS net
                    FROM receivable_entries e
                    LEFT JOIN (SELECT corrects, sum(amount) AS amount FROM receivable_entries
                                WHERE user_id = account AND kind = 'correction' AND ledger_id IS NOT NULL
                                GROUP BY corrects) c ON c.corrects = e.id
                   WHERE e.user_id = account AND e.kind = 'advance') n) a
   WHERE a.net > 0 AND owed > a.newer
$$;

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
           (SELECT min(a.due_on) FROM open_advances(NEW.user_id, NEW.debt_after - added,
              CASE WHEN NEW.kind = 'correction' AND NEW.ledger_id IS NOT NULL THEN NEW.corrects END, NEW.amount) a)) END
   WHERE r.user_id = NEW.user_id;
  NEW.id := nextval('receivable_entry_number');
  NEW.created_at := clock_timestamp();
  RETURN NEW;
END $$;

-- The days of debts whose advances were corrected before.
ALTER TABLE receivables DISABLE TRIGGER receivables_only_by_entries;
UPDATE receivables r SET due_on = (SELECT min(a.due_on) FROM open_advances(r.user_id, r.debt) a)
 WHERE r.debt > 0 AND EXISTS (SELECT FROM receivable_entries e
                               WHERE e.user_id = r.user_id AND e.kind = 'correction' AND e.ledger_id IS NOT NULL);
ALTER TABLE receivables ENABLE TRIGGER receivables_only_by_entries;
DROP INDEX receivable_entries_advances;
