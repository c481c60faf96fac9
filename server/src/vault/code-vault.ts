import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** The keys in use: every cipher key by its id (old ones still open old codes), and the key of the fingerprints. */
export interface VaultKeys {
  readonly ciphers: ReadonlyMap<number, Buffer>;
  readonly currentCipher: number;
  readonly fingerprint: Buffer;
}

/** Codes as they rest in the database: unreadable without keys that are not in it (P16). */
export interface CodeVault {
  /** The cipher key that new codes are sealed with. */
  readonly keyId: number;
  /** nonce, encrypted text and tag; bound to the row `codeId`, so that it opens nowhere else. */
  seal(codeId: number, code: string): Buffer;
  /** @throws Error when the bytes, the row or the key are not the ones it was sealed with. */
  open(codeId: number, sealed: Buffer, keyId: number): string;
  /** Keyed hash of a code, equal for equal codes: finds duplicates without opening any. */
  fingerprint(code: string): Buffer;
}

const rowData = (codeId: number): Buffer => Buffer.from(`code:${codeId}`);

export function codeVault(keys: VaultKeys): CodeVault {
  const cipherKey = (id: number): Buffer => {
    const key = keys.ciphers.get(id);
    if (!key) throw new Error(`code key ${id} is not known`);
    return key;
  };
  return {
    keyId: keys.currentCipher,
    seal: (codeId, code) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, cipherKey(keys.currentCipher), nonce).setAAD(rowData(codeId));
      return Buffer.concat([nonce, cipher.update(code, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open: (codeId, sealed, keyId) => {
      const nonce = sealed.subarray(0, nonceBytes);
      const text = sealed.subarray(nonceBytes, -tagBytes);
      const decipher = createDecipheriv(algorithm, cipherKey(keyId), nonce)
        .setAAD(rowData(codeId))
        .setAuthTag(sealed.subarray(-tagBytes));
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    },
    fingerprint: (code) => createHmac('sha256', keys.fingerprint).update(code).digest().subarray(0, 16),
  };
}
