import type { CodeVault } from '../../server/src/vault/code-vault.ts';

/** The number of codes per statement. */
export const codesPerBatch = 20_000;

/** Encrypts the codes with these numbers as the database stores them. */
export function sealedCodes(vault: CodeVault, ids: readonly number[]) {
  const plain = ids.map((id) => `CODE-${id.toString(36).toUpperCase().padStart(12, '0')}`);
  return {
    sealed: plain.map((code, i) => vault.seal(ids[i] ?? 0, code)),
    fingerprints: plain.map((code) => vault.fingerprint(code)),
  };
}
