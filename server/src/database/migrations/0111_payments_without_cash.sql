-- Of a payment that no collector holds as cash: how it came. Null: in cash, as all payments of before.
ALTER TABLE receivable_entries
  ADD COLUMN method text,
  ADD CONSTRAINT receivable_entries_method
    CHECK (method IS NULL OR (kind = 'payment' AND method IN ('ccp', 'baridimob', 'bank_transfer')));
