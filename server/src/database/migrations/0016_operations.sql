-- One row that /readyz updates: a database that only reads cannot.
CREATE TABLE readiness (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  checked_at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 10);
INSERT INTO readiness DEFAULT VALUES;

-- Written and rolled back after the disk was full, until writing needs no room that is missing.
CREATE TABLE disk_probe (payload text NOT NULL);
ALTER TABLE disk_probe ALTER COLUMN payload SET STORAGE EXTERNAL;

-- The newest backups and audits, for the figures and the health panel.
CREATE TABLE maintenance_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('backup', 'audit')),
  succeeded boolean NOT NULL,
  finished_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- backup: bytes, rows, accounts; audit: discrepancies, accounts.
  figures jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX maintenance_runs_newest ON maintenance_runs (kind, finished_at DESC);
