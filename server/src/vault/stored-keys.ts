import { createSecretKey } from 'node:crypto';
import { vaultTexts } from '@almas/locale/runtime';
import type { Queryable } from '../database/pool.ts';
import { statement } from '../database/statement.ts';
import { StartupError } from '../startup-error.ts';
import type { VaultKeys } from './code-vault.ts';
import type { MasterSecret } from './master-secret.ts';
import { unwrapKey } from './wrapped-key.ts';

type Purpose = 'cipher' | 'fingerprint';

interface StoredKey {
  id: number;
  purpose: Purpose;
  wrapped: Buffer;
}

export interface OpenedKey {
  readonly id: number;
  readonly purpose: Purpose;
  readonly key: Buffer;
  /** The secret that unwrapped it. */
  readonly secret: string;
}

const readAll = statement<[], StoredKey>(
  'vault.read-keys',
  'SELECT id, purpose, wrapped FROM code_keys ORDER BY id',
);

/** Reads and unwraps the keys of the database. Empty in a new one. @throws StartupError when no secret unwraps them */
export async function readKeys(db: Queryable, master: MasterSecret): Promise<OpenedKey[]> {
  const stored = await readAll.all(db);
  if (stored.length === 0) return [];
  const candidates = master.candidates();
  return stored.map(({ id, purpose, wrapped }) => {
    for (const secret of candidates) {
      const key = unwrapKey(secret, id, wrapped);
      if (key) return { id, purpose, key, secret };
    }
    throw new StartupError(vaultTexts.wrongCodesKey);
  });
}

/** The newest cipher key encrypts; all of them decrypt. */
export function vaultKeys(keys: readonly OpenedKey[]): VaultKeys {
  const ciphers = keys.filter(({ purpose }) => purpose === 'cipher');
  const fingerprint = keys.find(({ purpose }) => purpose === 'fingerprint');
  const current = ciphers.at(-1);
  if (!current || !fingerprint) throw new Error('code keys are incomplete');
  return {
    ciphers: new Map(ciphers.map(({ id, key }) => [id, createSecretKey(key)])),
    currentCipher: current.id,
    fingerprint: createSecretKey(fingerprint.key),
  };
}
