-- Cash that a collector will not hand over: recorded by the owner with a reason, at once, among what was handed over. post_cash_entry takes
-- it from what is held, as it takes what was remitted.
ALTER TABLE cash_remittances
  ADD COLUMN lost boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT cash_remittances_lost CHECK (NOT lost OR (confirmed_at IS NOT NULL AND note <> ''));
ALTER TABLE cash_entries
  DROP CONSTRAINT cash_entries_kind_check,
  DROP CONSTRAINT cash_entries_check3,
  ADD CONSTRAINT cash_entries_kind_check CHECK (kind IN ('collected', 'remitted', 'lost')),
  ADD CONSTRAINT cash_entries_remittance CHECK ((kind <> 'collected') = (remittance_id IS NOT NULL));
