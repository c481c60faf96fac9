import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const wrappingKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'almas', 'code-keys', 32));
const rowData = (id: number): Buffer => Buffer.from(`key:${id}`);

/** A key as it rests in the database: encrypted with the master secret, bound to its own id. */
export function wrapKey(secret: string, id: number, key: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, wrappingKey(secret), nonce).setAAD(rowData(id));
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

/** @returns undefined when the secret is not the one the key was wrapped with. */
export function unwrapKey(secret: string, id: number, wrapped: Buffer): Buffer | undefined {
  const decipher = createDecipheriv(algorithm, wrappingKey(secret), wrapped.subarray(0, 12))
    .setAAD(rowData(id))
    .setAuthTag(wrapped.subarray(-16));
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(12, -16)), decipher.final()]);
  } catch {
    return undefined;
  }
}
