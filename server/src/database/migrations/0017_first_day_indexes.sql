-- Databases made on 2026-11-20 have two indexes in the form that 0003 and 0004 gave them at that time. There was never a
-- release with a migration 0009.
DROP INDEX IF EXISTS codes_of_offer;
CREATE INDEX IF NOT EXISTS codes_taken ON codes (offer_id, status, created_at, id) WHERE status <> 'available';
DO $$
BEGIN
  IF (SELECT indnatts FROM pg_index WHERE indexrelid = 'purchases_created'::regclass) = 1 THEN
    DROP INDEX purchases_created;
    CREATE INDEX purchases_created ON purchases (created_at, id);
  END IF;
END
$$;
