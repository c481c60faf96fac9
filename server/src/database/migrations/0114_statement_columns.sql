-- Which columns of an account's statements hold the day, the amount and the reference, with their headings: whoever imports the next one
-- reads the same column, since a line is known by its reference.
ALTER TABLE bank_accounts ADD COLUMN statement_columns jsonb CHECK (jsonb_typeof(statement_columns) = 'object');
