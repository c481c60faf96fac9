-- What each reseller bought by day in Algiers, counted by the job of sales_days; no foreign key to accounts, as in the books.
CREATE TABLE sales_resellers (
  day date NOT NULL,
  user_id uuid NOT NULL,
  codes bigint NOT NULL CHECK (codes > 0),
  amount bigint NOT NULL CHECK (amount >= 0),
  cost bigint NOT NULL CHECK (cost >= 0),
  uncosted bigint NOT NULL CHECK (uncosted BETWEEN 0 AND codes),
  uncosted_amount bigint NOT NULL CHECK (uncosted_amount BETWEEN 0 AND amount),
  PRIMARY KEY (day, user_id)
);
-- For how much the codes without a known cost were sold: they have no margin.
ALTER TABLE sales_days ADD COLUMN uncosted_amount bigint NOT NULL DEFAULT 0 CHECK (uncosted_amount BETWEEN 0 AND amount);
-- The job counts every day again.
DELETE FROM sales_days_until;

-- The movements of all balances by day in Algiers and by their source, added up by a job up to some minutes ago.
CREATE TABLE ledger_days (
  day date NOT NULL,
  source text NOT NULL,
  -- Of a recharge.
  method text NOT NULL,
  entries bigint NOT NULL,
  credits bigint NOT NULL,
  debits bigint NOT NULL,
  PRIMARY KEY (day, source, method)
);
CREATE TABLE ledger_days_until (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Entries up to this one are added up.
  ledger_id bigint NOT NULL
);
-- The method of a recharge is that of its request.
CREATE INDEX recharge_requests_transaction ON recharge_requests (transaction_id) WHERE transaction_id IS NOT NULL;
