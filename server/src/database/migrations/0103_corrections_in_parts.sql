-- A payment that is taken back raises the debt again, also that of an advance whose balance a debit has taken back since. What such a debit
-- could not lower, because nothing was owed then, it lowers now: a debit corrects its advance in parts.
ALTER TABLE receivable_entries DROP CONSTRAINT receivable_entries_ledger_id_key;
CREATE UNIQUE INDEX receivable_entries_credit ON receivable_entries (ledger_id) WHERE kind = 'advance';
DROP INDEX receivable_entries_corrects;
CREATE INDEX receivable_entries_corrects ON receivable_entries (corrects) WHERE corrects IS NOT NULL;
-- A payment is taken back once.
CREATE UNIQUE INDEX receivable_entries_taken_back ON receivable_entries (corrects) WHERE corrects IS NOT NULL AND ledger_id IS NULL;
