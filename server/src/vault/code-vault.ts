import { createHmac, type KeyObject } from 'node:crypto';
import { type CodeComparison, canonicalCode } from '@almas/contract/code-lines';
import type { Queryable } from '../database/pool.ts';
import { StartupError } from '../startup-error.ts';
import { openBytes, sealBytes } from './aes-gcm.ts';
import { type CodePayload, decodePayload, encodePayload } from './code-payload.ts';
import { deriveKey } from './derive-key.ts';

/** The keys in use: every cipher key by its id (old ones still open old codes), and the key of the fingerprints. */
export interface VaultKeys {
  readonly ciphers: ReadonlyMap<number, KeyObject>;
  readonly currentCipher: number;
  readonly fingerprint: KeyObject;
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
  /** nonce, encrypted code with its serial ('' for none), and tag; bound to the row `codeId`, so that it opens nowhere else. */
  seal(codeId: number, code: string, serial?: string): Buffer;
  /** @throws Error when the bytes, the row or the key are not the ones it was sealed with. */
  open(codeId: number, sealed: Buffer, keyId: number): CodePayload;
  /** Opens codes that are read together. @returns each in its position, null for one that does not open */
  openEach(codes: readonly SealedCode[]): Promise<(CodePayload | null)[]>;
  /** The same with the keys that are loaded, after `learn`. */
  openEachLearned(codes: readonly SealedCode[]): (CodePayload | null)[];
  /**
   * Keyed hash of a code, equal for all spellings of one code: finds duplicates without opening any (AMB-61). Where case is significant
   * (AMB-100) it has a key of its own, so that it equals no hash that ignores case.
   */
  fingerprint(code: string, comparison?: CodeComparison): Buffer;
  /** Keyed hash of a serial, equal for all its spellings. */
  serialFingerprint(serial: string): Buffer;
  /** Derives a permanent key for another purpose from the fingerprint key, which is never rotated. */
  derive(purpose: string): KeyObject;
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
function cipherKey(keys: VaultKeys, id: number): KeyObject {
  const key = keys.ciphers.get(id);
  if (!key) throw new Error(`code key ${id} is not known`);
  return key;
}

/** Seals what `openWith` returns. */
export const sealWith = (keys: VaultKeys, codeId: number, payload: Buffer): Buffer =>
  sealBytes(cipherKey(keys, keys.currentCipher), boundTo(codeId), payload);

/** @throws Error when the bytes, the row or the key are not the ones it was sealed with */
export const openWith = (keys: VaultKeys, codeId: number, sealed: Buffer, keyId: number): Buffer =>
  openBytes(cipherKey(keys, keyId), boundTo(codeId), sealed);

/** @returns null when the row is damaged or its key is none of these */
export function openOrNull(keys: VaultKeys, { id, sealed, keyId }: SealedCode): Buffer | null {
  try {
    return openWith(keys, id, sealed, keyId);
  } catch {
    return null;
  }
}

export const derivedKey = ({ fingerprint }: Pick<VaultKeys, 'fingerprint'>, purpose: string): KeyObject =>
  deriveKey(fingerprint, purpose);

export function codeVault(first: VaultKeys, source: KeySource): CodeVault {
  let keys = first;
  const openEachLearned = (codes: readonly SealedCode[]) =>
    codes.map((code) => {
      const payload = openOrNull(keys, code);
      try {
        return payload && decodePayload(payload);
      } catch {
        return null;
      }
    });
  const hashWith = (key: KeyObject, text: string) =>
    createHmac('sha256', key).update(text).digest().subarray(0, 16);
  const hash = (text: string) => hashWith(keys.fingerprint, text);
  // The fingerprint key is never replaced.
  const caseKey = derivedKey(keys, 'codes-with-case');
  const serialKey = derivedKey(keys, 'serials');
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
    seal: (codeId, code, serial = '') => sealWith(keys, codeId, encodePayload(code, serial)),
    open: (codeId, sealed, keyId) => decodePayload(openWith(keys, codeId, sealed, keyId)),
    fingerprint: (code, comparison) =>
      comparison?.caseSignificant
        ? hashWith(caseKey, canonicalCode(code, comparison))
        : hash(canonicalCode(code)),
    serialFingerprint: (serial) => hashWith(serialKey, canonicalCode(serial)),
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
