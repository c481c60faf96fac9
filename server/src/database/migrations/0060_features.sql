-- The switches that the owner turns on and off. A switch without a row was never changed, and is off.
CREATE TABLE features (
  name text PRIMARY KEY CHECK (length(name) <= 100),
  enabled boolean NOT NULL,
  changed_by uuid NOT NULL REFERENCES users (id),
  changed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
