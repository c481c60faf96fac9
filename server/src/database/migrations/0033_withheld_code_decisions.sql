-- What an administrator decided about a code that was taken out of sale: `discarded`, it stays out for good; `released`, it
-- went back on sale because the other one like it is gone. The row stays either way.
ALTER TABLE withheld_codes
  ADD COLUMN decision text CHECK (decision IN ('discarded', 'released')),
  ADD COLUMN decided_by uuid REFERENCES users (id),
  ADD COLUMN decided_at timestamptz(3),
  ADD CONSTRAINT withheld_codes_decided CHECK ((decision IS NULL) = (decided_at IS NULL));
CREATE INDEX withheld_codes_undecided ON withheld_codes (id) WHERE decision IS NULL;
