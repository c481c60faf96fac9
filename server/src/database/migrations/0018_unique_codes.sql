-- A code is unique in the whole business, sold or not, whatever became of its offer (AMB-61). It is compared by the keyed
-- hash of its canonical form, which no SQL can compute: a job fills it in for codes that are older than this column, and
-- until it is done nothing is imported. A sold code of which another one was sold before keeps its row and names that
-- one; it alone is outside the constraint.
ALTER TABLE codes
  ADD COLUMN canonical_fingerprint bytea,
  ADD COLUMN duplicate_of bigint,
  -- Hash of the text as it was given: of older codes only. The job empties it.
  ALTER COLUMN fingerprint DROP NOT NULL;
DROP INDEX codes_once_per_offer;
CREATE UNIQUE INDEX codes_unique ON codes (canonical_fingerprint)
  WHERE canonical_fingerprint IS NOT NULL AND duplicate_of IS NULL;
CREATE INDEX codes_without_fingerprint ON codes (id) WHERE canonical_fingerprint IS NULL;

-- What was sold is never forgotten, so that it is never sold again.
CREATE TRIGGER codes_sold_stay BEFORE DELETE ON codes
  FOR EACH ROW WHEN (OLD.status = 'sold') EXECUTE FUNCTION refuse_rewriting();

-- Unsold codes that are not for sale any more. They have left `codes`, so that stock stays the count of what can be sold;
-- the number stays theirs, since they are sealed with it.
CREATE TABLE withheld_codes (
  id bigint PRIMARY KEY,
  product_id uuid NOT NULL,
  offer_id uuid NOT NULL REFERENCES offers (id),
  sealed bytea NOT NULL,
  key_id int NOT NULL,
  canonical_fingerprint bytea NOT NULL,
  reason text NOT NULL CHECK (reason = 'duplicate'),
  -- The code that stays, sold or for sale.
  duplicate_of bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  withheld_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
