-- Each call that imported codes. An import draws the ids of its codes together, so that they are a range, which no other import has.
CREATE TABLE code_imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  offer_id uuid NOT NULL REFERENCES offers (id),
  source text NOT NULL CHECK (length(source) <= 200),
  imported_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  first_id bigint NOT NULL,
  last_id bigint NOT NULL,
  imported int NOT NULL CHECK (imported > 0 AND imported <= last_id - first_id + 1),
  duplicates int NOT NULL CHECK (duplicates >= 0),
  invalid int NOT NULL CHECK (invalid >= 0),
  -- The last « Annuler cet import ».
  withdrawn_at timestamptz(3),
  withdrawn_by uuid REFERENCES users (id),
  withdraw_reason text,
  CONSTRAINT code_imports_withdrawn CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL) AND (withdrawn_at IS NULL) = (withdraw_reason IS NULL)),
  CONSTRAINT code_imports_range EXCLUDE USING gist (int8range(first_id, last_id, '[]') WITH &&)
);
CREATE INDEX code_imports_of_offer ON code_imports (offer_id, id);
-- The import of a code: the last one that begins at its id or before.
CREATE UNIQUE INDEX code_imports_first_id ON code_imports (first_id);

-- A code that an administrator took out of sale: decided from the beginning, so that it does not wait for a decision.
ALTER TABLE withheld_codes
  DROP CONSTRAINT withheld_codes_reason,
  ADD CONSTRAINT withheld_codes_reason
    CHECK (CASE reason WHEN 'duplicate' THEN duplicate_of IS NOT NULL
                       WHEN 'unreadable' THEN duplicate_of IS NULL
                       WHEN 'withdrawn' THEN duplicate_of IS NULL AND decision IS NOT NULL ELSE false END);
-- What became of a code that is not in the shop any more.
CREATE INDEX withheld_codes_fingerprint ON withheld_codes (canonical_fingerprint);
