-- The chain of the audit trail: a row per sealed row of the trail, written by a job after its commit. A digest is the
-- HMAC of the row and of the digest before; its key is not in the database (modules/audit-trail/trail-chain.ts).
CREATE TABLE audit_trail_seals (
  position bigint PRIMARY KEY CHECK (position > 0),
  row_id bigint NOT NULL UNIQUE,
  digest bytea NOT NULL CHECK (length(digest) = 32),
  sealed_at timestamptz(3) NOT NULL
);
CREATE TRIGGER audit_trail_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_trail_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
