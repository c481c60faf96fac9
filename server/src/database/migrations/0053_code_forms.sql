-- How far the stored codes are compared by a normal form (AMB-99). Form 2 is the first after AMB-61. No import is accepted before the
-- row of the current form is finished; a database without codes has nothing to compare.
CREATE TABLE code_forms (
  form int PRIMARY KEY,
  after_id bigint NOT NULL DEFAULT 0,
  withheld int NOT NULL DEFAULT 0 CHECK (withheld >= 0),
  sold_twice int NOT NULL DEFAULT 0 CHECK (sold_twice >= 0),
  finished_at timestamptz(3)
);
INSERT INTO code_forms (form, finished_at) SELECT 2, CASE WHEN NOT EXISTS (SELECT FROM codes) THEN clock_timestamp() END;
