-- The guard of the balance looks after the row is written, not before: with a BEFORE trigger on the table, every update of
-- a row computes its generated columns again (search_text), a third of what moving the balance cost a sale.
DROP TRIGGER users_balance_only_by_ledger ON users;
-- Depth 0: the update does not come from the ledger's own trigger.
CREATE TRIGGER users_balance_only_by_ledger AFTER UPDATE OF balance ON users
  FOR EACH ROW WHEN (OLD.balance IS DISTINCT FROM NEW.balance AND pg_trigger_depth() = 0)
  EXECUTE FUNCTION refuse_balance_write();
