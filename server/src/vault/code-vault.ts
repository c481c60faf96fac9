import { createHmac } from 'node:crypto';
import { canonicalCode } from '@almas/contract/code-lines';
import type { Queryable } from '../database/pool.ts';
import { StartupError } from '../startup-error.ts';
import { openBytes, sealBytes } from './aes-gcm.ts';
import { deriveKey } from './derive-key.ts';

/** The keys in use: every cipher key by its id (old ones still open old codes), and the key of the fingerprints. */
export interface VaultKeys {
  readonly ciphers: ReadonlyMap<number, Buffer>;
  readonly currentCipher: number;
  readonly fingerprint: Buffer;
}

/** An encrypted code with its row and key. */
export interface SealedCode {
  readonly id: number;
  readonly sealed: Buffer;
  readonly keyId: number;
}

/** Encrypts and decrypts codes. In the database they are unreadable without keys that are not in it (P16). */
export interface CodeVault {
  /** The cipher key that new codes are sealed with. */
  readonly keyId: number;
  /** nonce, encrypted text and tag; bound to the row `codeId`, so that it opens nowhere else. */
  seal(codeId: number, code: string): Buffer;
  /** @throws Error when the bytes, the row or the key are not the ones it was sealed with. */
  open(codeId: number, sealed: Buffer, keyId: number): string;
  /** Opens codes that are read together. @returns each in its position, null for one that does not open */
  openEach(codes: readonly SealedCode[]): Promise<(string | null)[]>;
  /** The same with the keys that are loaded, after `learn`. */
  openEachLearned(codes: readonly SealedCode[]): (string | null)[];
  /** Keyed hash of a code, equal for all spellings of one code: finds duplicates without opening any (AMB-61). */
  fingerprint(code: string): Buffer;
  /** Keyed hash of a text as it was given: what codes from before migration 0018 were written with. */
  givenFingerprint(text: string): Buffer;
  /** Derives a permanent key for another purpose from the fingerprint key, which is never rotated. */
  derive(purpose: string): Buffer;
  /** Reloads the keys when one of these is unknown, because another process has created it. Call it before `open`. */
  learn(keyIds: readonly number[]): Promise<void>;
  /** Reloads the keys and keeps them current until the transaction ends. Call it before `seal`. */
  holdKeys(tx: Queryable): Promise<void>;
}

/** Source of the keys: the database, decrypted with the master secret. */
export interface KeySource {
  read(): Promise<VaultKeys>;
  /** The same inside a transaction; until it ends no other key becomes the current one. */
  hold(tx: Queryable): Promise<VaultKeys>;
}

const boundTo = (codeId: number): string => `code:${codeId}`;

/** @throws Error when the key is not known */
function cipherKey(keys: VaultKeys, id: number): Buffer {
  const key = keys.ciphers.get(id);
  if (!key) throw new Error(`code key ${id} is not known`);
  return key;
}

export const sealWith = (keys: VaultKeys, codeId: number, code: string): Buffer =>
  sealBytes(cipherKey(keys, keys.currentCipher), boundTo(codeId), Buffer.from(code));

/** @throws Error when the bytes, the row or the key are not the ones it was sealed with */
export const openWith = (keys: VaultKeys, codeId: number, sealed: Buffer, keyId: number): string =>
  openBytes(cipherKey(keys, keyId), boundTo(codeId), sealed).toString('utf8');

/** @returns null when the row is damaged or its key is none of these */
export function openOrNull(keys: VaultKeys, { id, sealed, keyId }: SealedCode): string | null {
  try {
    return openWith(keys, id, sealed, keyId);
  } catch {
    return null;
  }
}

export const derivedKey = ({ fingerprint }: Pick<VaultKeys, 'fingerprint'>, purpose: string): Buffer =>
  deriveKey(fingerprint, purpose);

export function codeVault(first: VaultKeys, source: KeySource): CodeVault {
  let keys = first;
  const openEachLearned = (codes: readonly SealedCode[]) => codes.map((code) => openOrNull(keys, code));
  const hash = (text: string) => createHmac('sha256', keys.fingerprint).update(text).digest().subarray(0, 16);
  const learn = async (keyIds: readonly number[]) => {
    if (keyIds.every((id) => keys.ciphers.has(id))) return;
    const read = await source.read();
    // An import may have got newer keys meanwhile: a code that it sealed with a key that a rotation has replaced would be lost with that key.
    if (read.currentCipher >= keys.currentCipher) keys = read;
  };
  return {
    get keyId() {
      return keys.currentCipher;
    },
    seal: (codeId, code) => sealWith(keys, codeId, code),
    open: (codeId, sealed, keyId) => openWith(keys, codeId, sealed, keyId),
    fingerprint: (code) => hash(canonicalCode(code)),
    givenFingerprint: hash,
    derive: (purpose) => derivedKey(keys, purpose),
    openEach: async (codes) => {
      await learn(codes.map(({ keyId }) => keyId)).catch((error: unknown) => {
        // A stored key cannot be decrypted: the codes of the other keys still can.
        if (!(error instanceof StartupError)) throw error;
      });
      return openEachLearned(codes);
    },
    openEachLearned,
    learn,
    holdKeys: async (tx) => {
      keys = await source.hold(tx);
    },
  };
}
