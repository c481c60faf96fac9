-- By which a code is found from its serial, which is sealed with it. Without a foreign key, which would cost each sale: a code that
-- leaves the shop for good takes its row along. Two codes may have one serial.
CREATE TABLE serial_fingerprints (
  code_id bigint PRIMARY KEY,
  fingerprint bytea NOT NULL
);
CREATE INDEX serial_fingerprints_value ON serial_fingerprints (fingerprint);

-- Whether codes that differ in case only are two codes (AMB-100).
ALTER TABLE offers ADD COLUMN case_significant boolean NOT NULL DEFAULT false;

-- Of each code of such an offer, the fingerprint that ignores case: a code of another offer with it is the same code. Of a code that
-- is withheld the row stays, and counts again when the code is released.
CREATE TABLE folded_fingerprints (
  code_id bigint PRIMARY KEY,
  fingerprint bytea NOT NULL
);
CREATE INDEX folded_fingerprints_value ON folded_fingerprints (fingerprint);
