-- The primary key of code_fingerprints has taken the place of this index, whose pages a sale wrote: a sold code's row gets an
-- entry in each index of its table.
DROP INDEX codes_unique;
DROP TRIGGER codes_wait_for_fingerprints ON codes;
DROP FUNCTION wait_for_code_fingerprints();
