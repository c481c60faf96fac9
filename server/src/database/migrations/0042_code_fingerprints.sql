-- Which code holds a fingerprint: the row that keeps a code unique in the whole business, sold or not. Triggers write it with
-- the code, as the owner, and a sale, which changes neither number, fingerprint nor duplicate_of, writes nothing here.
CREATE TABLE code_fingerprints (
  fingerprint bytea PRIMARY KEY,
  code_id bigint NOT NULL UNIQUE
);

-- The primary key refuses a second row with the same fingerprint, also one of a transaction that is not decided yet.
CREATE FUNCTION claim_code_fingerprints() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO code_fingerprints (fingerprint, code_id)
  SELECT canonical_fingerprint, id FROM inserted_codes WHERE canonical_fingerprint IS NOT NULL AND duplicate_of IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER codes_claim_fingerprints AFTER INSERT ON codes REFERENCING NEW TABLE AS inserted_codes
  FOR EACH STATEMENT EXECUTE FUNCTION claim_code_fingerprints();

CREATE FUNCTION release_code_fingerprints() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- As an array: whatever the planner believes of the sizes, the table is read by its index.
  DELETE FROM code_fingerprints WHERE code_id = ANY (ARRAY(SELECT id FROM deleted_codes));
  RETURN NULL;
END $$;
CREATE TRIGGER codes_release_fingerprints AFTER DELETE ON codes REFERENCING OLD TABLE AS deleted_codes
  FOR EACH STATEMENT EXECUTE FUNCTION release_code_fingerprints();

CREATE FUNCTION change_code_fingerprint() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM code_fingerprints WHERE code_id = OLD.id;
  IF NEW.canonical_fingerprint IS NOT NULL AND NEW.duplicate_of IS NULL THEN
    INSERT INTO code_fingerprints (fingerprint, code_id) VALUES (NEW.canonical_fingerprint, NEW.id);
  END IF;
  RETURN NULL;
END $$;
-- A sale's UPDATE names none of these columns, so it does not fire.
CREATE TRIGGER codes_change_fingerprint AFTER UPDATE OF id, canonical_fingerprint, duplicate_of ON codes
  FOR EACH ROW EXECUTE FUNCTION change_code_fingerprint();

-- Until the next migration has claimed the fingerprints of the codes that stand already: what gives one up waits for it, so
-- that it finds the claim that it has to remove. Sales and imports do not wait.
CREATE FUNCTION wait_for_code_fingerprints() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(4110212);
  RETURN NULL;
END $$;
CREATE TRIGGER codes_wait_for_fingerprints BEFORE DELETE OR UPDATE OF id, canonical_fingerprint, duplicate_of ON codes
  FOR EACH STATEMENT EXECUTE FUNCTION wait_for_code_fingerprints();

REVOKE EXECUTE ON FUNCTION claim_code_fingerprints(), release_code_fingerprints(), change_code_fingerprint(),
  wait_for_code_fingerprints() FROM PUBLIC;
