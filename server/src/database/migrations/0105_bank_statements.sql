-- Which days of an account its statements tell of: what was approved on other days is not said to be without money. A statement is known by
-- its first and its last line.
CREATE TABLE bank_statements (
  account_id bigint NOT NULL REFERENCES bank_accounts (id),
  first_day date NOT NULL,
  last_day date NOT NULL,
  imported_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, first_day, last_day),
  CHECK (first_day <= last_day)
);
-- Lines of one statement were written within seconds.
INSERT INTO bank_statements (account_id, first_day, last_day, imported_by, created_at)
SELECT DISTINCT ON (account_id, min(day), max(day)) account_id, min(day), max(day), imported_by, min(created_at)
  FROM bank_lines GROUP BY account_id, imported_by, date_trunc('minute', created_at);
