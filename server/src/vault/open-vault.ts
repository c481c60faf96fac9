import { createSecretKey, randomBytes } from 'node:crypto';
import { holdLock, shareLock } from '../database/locks.ts';
import type { Database, Queryable } from '../database/pool.ts';
import { statement } from '../database/statement.ts';
import { transaction } from '../database/transaction.ts';
import { type CodeVault, codeVault, type VaultKeys } from './code-vault.ts';
import type { MasterSecret } from './master-secret.ts';
import { readKeys, vaultKeys } from './stored-keys.ts';
import { wrapKey } from './wrapped-key.ts';

const insertKey = statement<[id: number, purpose: string, wrapped: Buffer]>(
  'vault.insert-key',
  'INSERT INTO code_keys (id, purpose, wrapped) VALUES ($1, $2, $3)',
);

/**
 * Opens the vault with the keys of the database, and creates them in an empty one. Safe when servers start together.
 * @throws StartupError when the master secret is not the one that wrapped them
 */
export async function openVault(db: Database, master: MasterSecret): Promise<CodeVault> {
  const first = await transaction(db, async (tx) => {
    const stored = await readKeys(tx, master);
    if (stored.length > 0) return vaultKeys(stored);
    await holdLock(tx, 'codeKeys');
    return (await createdByOther(tx, master)) ?? makeKeys(tx, master);
  });
  return codeVault(first, {
    read: async () => vaultKeys(await readKeys(db, master)),
    hold: async (tx) => {
      await shareLock(tx, 'codeKeys');
      return vaultKeys(await readKeys(tx, master));
    },
  });
}

async function createdByOther(tx: Queryable, master: MasterSecret): Promise<VaultKeys | undefined> {
  const stored = await readKeys(tx, master);
  return stored.length > 0 ? vaultKeys(stored) : undefined;
}

async function makeKeys(tx: Queryable, master: MasterSecret): Promise<VaultKeys> {
  const secret = master.first();
  const fingerprint = randomBytes(32);
  const cipher = randomBytes(32);
  await insertKey.run(tx, 1, 'fingerprint', wrapKey(secret, 1, fingerprint));
  await insertKey.run(tx, 2, 'cipher', wrapKey(secret, 2, cipher));
  return {
    ciphers: new Map([[2, createSecretKey(cipher)]]),
    currentCipher: 2,
    fingerprint: createSecretKey(fingerprint),
  };
}
