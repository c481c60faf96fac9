-- What a reseller shows of a transfer: its reference, and a photo of the receipt.
ALTER TABLE recharge_requests ADD COLUMN reference text CHECK (length(reference) BETWEEN 1 AND 60);

-- A reference as it is compared: letters and digits alone, without leading zeros.
CREATE FUNCTION transfer_reference_key(reference text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
$$ SELECT ltrim(upper(regexp_replace(reference, '[^[:alnum:]]', '', 'g')), '0') $$;
CREATE INDEX recharge_requests_reference ON recharge_requests (transfer_reference_key(reference), id DESC)
  WHERE reference IS NOT NULL;

CREATE TABLE recharge_proofs (
  request_id bigint PRIMARY KEY REFERENCES recharge_requests (id),
  -- Encoded anew by the server; removed after some months. What recognises it again stays.
  content bytea,
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  -- SHA-256 of the content, and of the file as it was sent.
  content_hash bytea NOT NULL CHECK (octet_length(content_hash) = 32),
  sent_hash bytea NOT NULL CHECK (octet_length(sent_hash) = 32),
  -- The difference hash: 9 x 8 points of grey, a bit for each that is darker than its right neighbour. Receipts of one
  -- application hardly differ in it, so that 32 x 32 points of grey decide whether it is the same picture.
  look bit(64) NOT NULL,
  grid bytea NOT NULL CHECK (octet_length(grid) = 1024),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  removed_at timestamptz(3),
  CHECK ((content IS NULL) = (removed_at IS NOT NULL))
);
-- Compressed already.
ALTER TABLE recharge_proofs ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX recharge_proofs_sent_hash ON recharge_proofs (sent_hash);
CREATE INDEX recharge_proofs_content_hash ON recharge_proofs (content_hash);
-- Read whole for every new photo, without the table.
CREATE INDEX recharge_proofs_look ON recharge_proofs (look, request_id);
CREATE INDEX recharge_proofs_kept ON recharge_proofs (created_at) WHERE content IS NOT NULL;

-- A photo is removed, never replaced.
CREATE FUNCTION recharge_proof_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.content IS NOT NULL AND NEW.content IS DISTINCT FROM OLD.content THEN
    RAISE EXCEPTION 'the photo of a recharge request is never replaced';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER recharge_proofs_never_replaced BEFORE UPDATE ON recharge_proofs
  FOR EACH ROW EXECUTE FUNCTION recharge_proof_stays();

-- What was pointed out to administrators when the request or its photo came. Not a foreign key: the earlier request may
-- be held by its decision, which this must not wait for; requests are never deleted.
CREATE TABLE recharge_warnings (
  request_id bigint NOT NULL REFERENCES recharge_requests (id),
  kind text NOT NULL CHECK (kind IN ('reference', 'file', 'picture', 'amount')),
  earlier_id bigint NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (request_id, kind, earlier_id),
  CHECK (request_id <> earlier_id)
);
