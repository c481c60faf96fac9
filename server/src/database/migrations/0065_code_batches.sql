-- From whom the owner buys codes.
CREATE TABLE suppliers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  contact text NOT NULL DEFAULT '' CHECK (length(contact) <= 200),
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 2000),
  archived_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX suppliers_name ON suppliers (lower(name));

-- An import is a batch: its codes came from one supplier, at one cost, with one date. A code's batch is the range that holds its id.
ALTER TABLE code_imports RENAME TO code_batches;
ALTER TABLE code_batches RENAME COLUMN imported TO codes;
ALTER TABLE code_batches RENAME COLUMN withdrawn_at TO recalled_at;
ALTER TABLE code_batches RENAME COLUMN withdrawn_by TO recalled_by;
ALTER TABLE code_batches RENAME COLUMN withdraw_reason TO recall_reason;
ALTER TABLE code_batches RENAME CONSTRAINT code_imports_pkey TO code_batches_pkey;
ALTER TABLE code_batches RENAME CONSTRAINT code_imports_withdrawn TO code_batches_recalled;
ALTER TABLE code_batches RENAME CONSTRAINT code_imports_range TO code_batches_range;
ALTER INDEX code_imports_of_offer RENAME TO code_batches_of_offer;
ALTER INDEX code_imports_first_id RENAME TO code_batches_first_id;
ALTER SEQUENCE code_imports_id_seq RENAME TO code_batches_id_seq;
ALTER TABLE code_batches
  ADD COLUMN supplier_id bigint REFERENCES suppliers (id),
  -- Of one code, in centimes; null: not known, which is not 0.
  ADD COLUMN unit_cost bigint CHECK (unit_cost >= 0),
  ADD COLUMN currency text CHECK (currency ~ '^[A-Z]{3}$'),
  ADD COLUMN currency_cost numeric(14, 4) CHECK (currency_cost >= 0),
  -- Centimes are computed with it once, when the batch is written.
  ADD COLUMN rate numeric(14, 4) CHECK (rate > 0),
  -- The last day on which the codes can be used.
  ADD COLUMN expires_on date,
  ADD COLUMN label text NOT NULL DEFAULT '' CHECK (length(label) <= 120),
  -- Since when what was unsold is withheld because of the date.
  ADD COLUMN expired_at timestamptz(3),
  -- Since when nothing of it is left to sell; written by a job, so that lists need not look through sold codes.
  ADD COLUMN sold_out_at timestamptz(3),
  ADD CONSTRAINT code_batches_currency CHECK (num_nonnulls(currency, currency_cost, rate) IN (0, 3)
                                              AND (currency IS NULL OR unit_cost IS NOT NULL));
CREATE INDEX code_batches_of_supplier ON code_batches (supplier_id, id);
CREATE INDEX code_batches_expiring ON code_batches (expires_on) WHERE expired_at IS NULL AND sold_out_at IS NULL;
CREATE INDEX code_batches_open ON code_batches (id) WHERE sold_out_at IS NULL;

-- What a code cost before the cost of its batch was corrected: those sold before `until` keep it.
CREATE TABLE code_batch_costs (
  batch_id bigint NOT NULL REFERENCES code_batches (id),
  until timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  unit_cost bigint NOT NULL CHECK (unit_cost >= 0),
  changed_by uuid NOT NULL REFERENCES users (id),
  PRIMARY KEY (batch_id, until)
);

-- Codes withheld with their batch: decided from the beginning, like those withdrawn one by one.
ALTER TABLE withheld_codes
  DROP CONSTRAINT withheld_codes_reason,
  ADD CONSTRAINT withheld_codes_reason
    CHECK (CASE WHEN reason = 'duplicate' THEN duplicate_of IS NOT NULL
                WHEN reason = 'unreadable' THEN duplicate_of IS NULL
                WHEN reason IN ('withdrawn', 'recalled', 'expired') THEN duplicate_of IS NULL AND decision IS NOT NULL
                ELSE false END);

-- When the codes of an offer have to be bought again, and how long before their date they leave the sale.
CREATE TABLE offer_thresholds (
  offer_id uuid PRIMARY KEY REFERENCES offers (id),
  min_stock int NOT NULL DEFAULT 0 CHECK (min_stock >= 0),
  withhold_days int NOT NULL DEFAULT 0 CHECK (withhold_days BETWEEN 0 AND 365)
);
