-- A reseller's program says with the request that a photo of the receipt follows: one that never comes is asked for again.
ALTER TABLE recharge_requests ADD COLUMN photo_announced boolean NOT NULL DEFAULT false;

-- A reference as it is compared. With at least six digits it is its digits alone, without leading zeros, because the words around them
-- differ from one receipt to the other (`Ref: 8841-2201`, `N° 8841 2201`); else its letters and digits. The function of migration 0031
-- stays for servers of the version before, which run beside this one during an upgrade.
CREATE FUNCTION transfer_reference_number(reference text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
$$ SELECT CASE WHEN length(digits) >= 6 THEN digits ELSE letters END
     FROM (SELECT ltrim(regexp_replace(reference, '[^0-9]', '', 'g'), '0') AS digits,
                  ltrim(upper(regexp_replace(reference, '[^[:alnum:]]', '', 'g')), '0') AS letters) AS forms $$;
CREATE INDEX recharge_requests_reference_number ON recharge_requests (transfer_reference_number(reference), id DESC)
  WHERE reference IS NOT NULL;

-- Each photo of a request has a number: while the request is pending its owner may replace it. A warning about a photo counts while
-- that photo is the request's.
ALTER TABLE recharge_proofs ADD COLUMN number smallint NOT NULL DEFAULT 1;
ALTER TABLE recharge_warnings ADD COLUMN photo_number smallint NOT NULL DEFAULT 1;
ALTER TABLE recharge_warnings DROP CONSTRAINT recharge_warnings_pkey;
ALTER TABLE recharge_warnings ADD PRIMARY KEY (request_id, kind, earlier_id, photo_number);
CREATE INDEX recharge_warnings_earlier ON recharge_warnings (earlier_id);

CREATE OR REPLACE FUNCTION recharge_proof_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.number = OLD.number THEN
    -- Only removed.
    IF (NEW.width, NEW.height, NEW.content_hash, NEW.sent_hash, NEW.look, NEW.grid)
         IS DISTINCT FROM (OLD.width, OLD.height, OLD.content_hash, OLD.sent_hash, OLD.look, OLD.grid)
       OR (NEW.content IS NOT NULL AND NEW.content IS DISTINCT FROM OLD.content) THEN
      RAISE EXCEPTION 'the photo of a recharge request is never replaced under its number';
    END IF;
  ELSIF NEW.number <> OLD.number + 1
        OR NOT EXISTS (SELECT FROM recharge_requests WHERE id = NEW.request_id AND status = 'pending') THEN
    RAISE EXCEPTION 'the photo of a decided recharge request is never replaced';
  END IF;
  RETURN NEW;
END $$;

-- The lines of text of a photo, by which a receipt is recognised that was cropped, turned or tilted, or has another status bar.
CREATE TABLE recharge_proof_lines (
  request_id bigint PRIMARY KEY REFERENCES recharge_requests (id),
  photo_number smallint NOT NULL,
  -- A line after the other; empty where a photo has no lines of text.
  lines bytea NOT NULL,
  -- A hash of each, by which the photos are found whose lines are compared.
  outline bytea NOT NULL
);
ALTER TABLE recharge_proof_lines ALTER COLUMN lines SET STORAGE EXTERNAL;

-- The references of earlier requests that are the same by their digits.
INSERT INTO recharge_warnings (request_id, kind, earlier_id)
SELECT r.id, 'reference', e.id
  FROM recharge_requests r
 CROSS JOIN LATERAL (
   SELECT id FROM recharge_requests
    WHERE reference IS NOT NULL AND transfer_reference_number(reference) = transfer_reference_number(r.reference) AND id < r.id
    ORDER BY id DESC LIMIT 3) e
 WHERE r.reference IS NOT NULL AND transfer_reference_number(r.reference) <> ''
ON CONFLICT DO NOTHING;
