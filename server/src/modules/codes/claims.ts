/*
 * SQL about `code_fingerprints`, which names for each fingerprint the one code that holds it (docs/decisions/0011). Whatever the
 * planner believes of the sizes, the table is read by its key: a plan is kept for as long as its connection.
 */

/** The numbers of the codes that hold the fingerprints of a parameter, as an array. */
export const holdersOf = (fingerprints: string): string =>
  `ARRAY(SELECT code_id FROM code_fingerprints WHERE fingerprint = ANY (${fingerprints}::bytea[]))`;

/** Whether no code holds the fingerprint of a column. */
export const notClaimed = (column: string): string =>
  `(SELECT f.code_id FROM code_fingerprints f WHERE f.fingerprint = ${column}) IS NULL`;
