-- How often a sale was refused because codes were missing, by day in Algiers.
CREATE TABLE missed_sales (
  offer_id uuid NOT NULL REFERENCES offers (id),
  day date NOT NULL,
  count int NOT NULL CHECK (count > 0),
  PRIMARY KEY (offer_id, day)
);

-- What was sold by day and by hour in Algiers, counted by a job; amounts and costs in centimes. `uncosted` codes have no known cost.
CREATE TABLE sales_days (
  day date NOT NULL,
  offer_id uuid NOT NULL REFERENCES offers (id),
  codes bigint NOT NULL CHECK (codes > 0),
  amount bigint NOT NULL CHECK (amount >= 0),
  cost bigint NOT NULL CHECK (cost >= 0),
  uncosted bigint NOT NULL CHECK (uncosted BETWEEN 0 AND codes),
  PRIMARY KEY (day, offer_id)
);
CREATE INDEX sales_days_of_offer ON sales_days (offer_id, day);
CREATE TABLE sales_hours (
  day date NOT NULL,
  hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
  game text NOT NULL,
  codes bigint NOT NULL CHECK (codes > 0),
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (day, hour, game)
);
-- The first day that is counted again at the next run: the days before it are final.
CREATE TABLE sales_days_until (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  day date NOT NULL
);

-- Days on which an offer was seen without a code for sale: they say nothing about how many of its codes are wanted.
CREATE TABLE days_without_stock (
  offer_id uuid NOT NULL REFERENCES offers (id),
  day date NOT NULL,
  PRIMARY KEY (offer_id, day)
);
