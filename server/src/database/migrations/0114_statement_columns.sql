-- Which columns of an account's statements hold the day, the amount and the reference, with their headings: the next one is read
-- from the same columns, also by a colleague, since a line is known by its reference.
ALTER TABLE bank_accounts ADD COLUMN statement_columns jsonb CHECK (jsonb_typeof(statement_columns) = 'object');
