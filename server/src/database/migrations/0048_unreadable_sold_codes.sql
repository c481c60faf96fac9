-- Sold codes from before migration 0018 that no key opens: their canonical fingerprint cannot be computed. The hash of their
-- text as it was given is all that is known of them; imports and the job of AMB-61 compare with it.
CREATE TABLE unreadable_sold_codes (
  code_id bigint PRIMARY KEY,
  given_fingerprint bytea NOT NULL
);
CREATE INDEX unreadable_sold_codes_given ON unreadable_sold_codes (given_fingerprint);
