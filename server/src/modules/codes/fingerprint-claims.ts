/*
 * SQL for `code_fingerprints`, which has for each fingerprint the one code that claims it (docs/decisions/0011). Written so that the planner
 * reads the tables by key even with outdated statistics, because a connection keeps its plans.
 */

/** The ids of the codes that claim these fingerprints, as an array. */
export const holdersOf = (fingerprints: string): string =>
  `ARRAY(SELECT code_id FROM code_fingerprints WHERE fingerprint = ANY (${fingerprints}::bytea[]))`;

/** Condition: no code claims the fingerprint in this column. */
export const notClaimed = (column: string): string =>
  `(SELECT f.code_id FROM code_fingerprints f WHERE f.fingerprint = ${column}) IS NULL`;

/** Condition: no code of an offer where case counts has the fingerprint in this column, which ignores case (AMB-100). */
export const notFolded = (column: string): string =>
  `(SELECT min(f.code_id) FROM folded_fingerprints f WHERE f.fingerprint = ${column} AND EXISTS (SELECT FROM codes h WHERE h.id = f.code_id)) IS NULL`;

/** The ids of the codes of offers where case counts that have these fingerprints, which ignore case, as an array: one of each. */
export const foldedHoldersOf = (fingerprints: string): string =>
  `ARRAY(SELECT min(f.code_id) FROM folded_fingerprints f
          WHERE f.fingerprint = ANY (${fingerprints}::bytea[]) AND EXISTS (SELECT FROM codes h WHERE h.id = f.code_id)
          GROUP BY f.fingerprint)`;
