import { statement } from './statement.ts';

/**
 * The state of the schema that the files of `migrations/baseline` describe: that of version 1.1.0, after its last migration. A new database
 * gets it from those files; one that 1.1.0 has migrated has it already. Both record it under the name and checksum of that migration.
 */
export const baseline = {
  name: '0050_code_check_counts.sql',
  checksum: '3aff7bd6d81f412c0f659198dfea51d395cb07301bcb6949d404f1385fb8f3eb',
  version: '1.1.0',
} as const;

/** Whether a database with these applied migrations was last migrated by a version before the baseline. */
export const isOlderThanBaseline = (applied: readonly { readonly name: string }[]): boolean =>
  applied.length > 0 && !applied.some(({ name }) => name === baseline.name);

/**
 * Whether a code has no fingerprint (AMB-61), by which imports recognise it. Version 1.1.0 computed those of older codes after its start;
 * this version only has codes with one.
 */
export const anyWithoutFingerprint = statement<[], { any: boolean }>(
  'codes.any-without-fingerprint',
  'SELECT EXISTS (SELECT FROM codes WHERE canonical_fingerprint IS NULL ORDER BY id LIMIT 1) AS any',
);
