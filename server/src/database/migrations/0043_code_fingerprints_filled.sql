-- Codes of before the triggers, while sales and imports go on. codes_unique still stands, so no fingerprint comes twice.
SELECT pg_advisory_xact_lock(4110212);
-- In the order of the codes, as imports write them: codes that are deleted together then have their claims on the same pages.
SET LOCAL enable_seqscan = on;
INSERT INTO code_fingerprints (fingerprint, code_id)
SELECT c.canonical_fingerprint, c.id
  FROM codes c LEFT JOIN code_fingerprints f ON f.fingerprint = c.canonical_fingerprint
 WHERE c.canonical_fingerprint IS NOT NULL AND c.duplicate_of IS NULL AND f.fingerprint IS NULL
 ORDER BY c.id;
