import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vaultTexts } from '@almas/locale/runtime';
import { holdLock } from '../database/locks.ts';
import type { Database, Queryable } from '../database/pool.ts';
import { statement } from '../database/statement.ts';
import { type Transaction, transaction } from '../database/transaction.ts';
import { StartupError } from '../startup-error.ts';
import { type CodeVault, codeVault, type VaultKeys } from './code-vault.ts';

interface StoredKey {
  id: number;
  purpose: 'cipher' | 'fingerprint';
  wrapped: Buffer;
}

const readKeys = statement<[], StoredKey>(
  'vault.read-keys',
  'SELECT id, purpose, wrapped FROM code_keys ORDER BY id',
);
const insertKey = statement<[number, string, Buffer]>(
  'vault.insert-key',
  'INSERT INTO code_keys (id, purpose, wrapped) VALUES ($1, $2, $3)',
);

/**
 * The master secret: CODES_KEY, or a file of mode 0600 in the data folder made at the first start.
 * It never enters the database.
 */
export function masterSecret(codesKey: string | undefined, dataDir: string): string {
  if (codesKey) return codesKey;
  const file = join(dataDir, 'codes.key');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}

const wrappingKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'almas', 'code-keys', 32));

export function wrapKey(secret: string, id: number, key: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(secret), nonce).setAAD(Buffer.from(`key:${id}`));
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

/** @throws StartupError when the secret is not the one the key was wrapped with. */
export function unwrapKey(secret: string, id: number, wrapped: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', wrappingKey(secret), wrapped.subarray(0, 12))
    .setAAD(Buffer.from(`key:${id}`))
    .setAuthTag(wrapped.subarray(-16));
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(12, -16)), decipher.final()]);
  } catch {
    throw new StartupError(vaultTexts.wrongCodesKey);
  }
}

/** Opens the vault with the keys of the database, making them in an empty one. Safe when servers start together. */
export function openVault(db: Database, secret: string): Promise<CodeVault> {
  return transaction(db, async (tx) => {
    await holdLock(tx, 'codeKeys');
    const stored = await readKeys.all(tx);
    return codeVault(stored.length > 0 ? unwrapAll(stored, secret) : await makeKeys(tx, secret));
  });
}

function unwrapAll(stored: StoredKey[], secret: string): VaultKeys {
  const keys = stored.map((key) => ({ ...key, key: unwrapKey(secret, key.id, key.wrapped) }));
  const ciphers = keys.filter(({ purpose }) => purpose === 'cipher');
  const fingerprint = keys.find(({ purpose }) => purpose === 'fingerprint');
  const current = ciphers.at(-1);
  if (!current || !fingerprint) throw new Error('code keys are incomplete');
  return {
    ciphers: new Map(ciphers.map(({ id, key }) => [id, key])),
    currentCipher: current.id,
    fingerprint: fingerprint.key,
  };
}

async function makeKeys(tx: Transaction & Queryable, secret: string): Promise<VaultKeys> {
  const fingerprint = randomBytes(32);
  const cipher = randomBytes(32);
  await insertKey.run(tx, 1, 'fingerprint', wrapKey(secret, 1, fingerprint));
  await insertKey.run(tx, 2, 'cipher', wrapKey(secret, 2, cipher));
  return { ciphers: new Map([[2, cipher]]), currentCipher: 2, fingerprint };
}
