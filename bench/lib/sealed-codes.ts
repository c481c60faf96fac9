import type { CodeVault } from '../../server/src/vault/code-vault.ts';

/** As many as one statement takes in well. */
export const codesPerBatch = 20_000;

/** The codes with these numbers, as they rest in the database. */
export function sealedCodes(vault: CodeVault, ids: readonly number[]) {
  const plain = ids.map((id) => `CODE-${id.toString(36).toUpperCase().padStart(12, '0')}`);
  return {
    sealed: plain.map((code, i) => vault.seal(ids[i] ?? 0, code)),
    fingerprints: plain.map((code) => vault.fingerprint(code)),
  };
}
