-- Which days of an account its statements tell of: what was approved on other days is not said to be without money. A statement is known by
-- its first and its last day.
CREATE TABLE bank_statements (
  account_id bigint NOT NULL REFERENCES bank_accounts (id),
  first_day date NOT NULL,
  last_day date NOT NULL,
  imported_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, first_day, last_day),
  CHECK (first_day <= last_day)
);
-- Which statements the lines came from is not known: they are taken for one.
INSERT INTO bank_statements (account_id, first_day, last_day, imported_by)
SELECT account_id, min(day), max(day), min(imported_by::text)::uuid FROM bank_lines GROUP BY account_id;
