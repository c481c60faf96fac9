/*
 * SQL about `code_fingerprints`, which names for each fingerprint the one code that holds it (docs/decisions/0011), and about
 * `unreadable_sold_codes`, the sold codes of which no more is known than the hash of their text as it was given. Whatever the
 * planner believes of the sizes, the table is read by its key: a plan is kept for as long as its connection.
 */

/** The numbers of the codes that hold the fingerprints of a parameter, as an array. */
export const holdersOf = (fingerprints: string): string =>
  `ARRAY(SELECT code_id FROM code_fingerprints WHERE fingerprint = ANY (${fingerprints}::bytea[]))`;

/** The numbers of sold codes that no key opens, of which the texts were given with these hashes, as an array. */
export const passedOverWith = (givenFingerprints: string): string =>
  `ARRAY(SELECT code_id FROM unreadable_sold_codes WHERE given_fingerprint = ANY (${givenFingerprints}::bytea[]))`;

/** Whether no sold code that no key opens was given with the hash of a column. */
export const notPassedOver = (column: string): string =>
  `(SELECT min(u.code_id) FROM unreadable_sold_codes u WHERE u.given_fingerprint = ${column}) IS NULL`;

/** Whether no code holds the fingerprint of a column. */
export const notClaimed = (column: string): string =>
  `(SELECT f.code_id FROM code_fingerprints f WHERE f.fingerprint = ${column}) IS NULL`;
