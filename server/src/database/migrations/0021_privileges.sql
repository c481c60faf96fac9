-- The server's role reads and writes rows; it owns nothing, and may not write a balance (database/privileges.ts). What
-- triggers write beside a row, they write as the owner of the tables, with a search path of their own.
ALTER FUNCTION post_ledger_entry() SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION open_offer_stock() SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION count_free_fire_success() SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION remember_purchase_wordings() SECURITY DEFINER SET search_path = public, pg_temp;
-- Whoever may execute a trigger function may put it on a table of their own, and write as the owner.
REVOKE EXECUTE ON FUNCTION post_ledger_entry(), open_offer_stock(), count_free_fire_success(),
  remember_purchase_wordings(), refuse_balance_write(), refuse_rewriting() FROM PUBLIC;
