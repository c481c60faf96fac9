-- Offers of which a code did not open when it was sold or exported: their codes for sale are looked through, those behind
-- `after_created_at` and `after_id` next. Codes that do not open leave the sale.
CREATE TABLE code_checks (
  offer_id uuid PRIMARY KEY REFERENCES offers (id),
  after_created_at timestamptz(3) NOT NULL DEFAULT '-infinity',
  after_id bigint NOT NULL DEFAULT 0
);

-- A code that does not open has no other one like it.
ALTER TABLE withheld_codes
  ALTER COLUMN duplicate_of DROP NOT NULL,
  DROP CONSTRAINT withheld_codes_reason_check,
  ADD CONSTRAINT withheld_codes_reason
    CHECK (CASE reason WHEN 'duplicate' THEN duplicate_of IS NOT NULL WHEN 'unreadable' THEN duplicate_of IS NULL ELSE false END);
