CREATE INDEX free_fire_requests_user_status ON free_fire_requests (user_id, status, id DESC);
CREATE INDEX free_fire_requests_user_processed ON free_fire_requests (user_id, processed_at DESC, id DESC)
  WHERE processed_at IS NOT NULL;

-- Totals over all history without reading all of it (AMB-42, AMB-77): kept by the rows themselves, which never change.
CREATE TABLE free_fire_totals (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  recharges bigint NOT NULL,
  amount centimes NOT NULL
);
INSERT INTO free_fire_totals (recharges, amount)
  SELECT count(*), coalesce(sum(price), 0) FROM free_fire_history WHERE status = 'success';

CREATE FUNCTION count_free_fire_success() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE free_fire_totals SET recharges = recharges + 1, amount = amount + NEW.price;
  RETURN NULL;
END $$;
CREATE TRIGGER free_fire_history_counted AFTER INSERT ON free_fire_history
  FOR EACH ROW WHEN (NEW.status = 'success') EXECUTE FUNCTION count_free_fire_success();
CREATE TRIGGER free_fire_history_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON free_fire_history
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
