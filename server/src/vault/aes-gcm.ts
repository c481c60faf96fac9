import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts with AES-256-GCM under a random nonce. `boundTo` is the associated data: only the same text decrypts it.
 * @returns nonce, encrypted content and tag
 */
export function sealBytes(key: KeyObject, boundTo: string, content: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(boundTo));
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when the bytes, `boundTo` or the key are not those of `sealBytes` */
export function openBytes(key: KeyObject, boundTo: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(sealed.subarray(-tagBytes));
  const content = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
  // Returns no bytes in this mode; throws when the tag does not match.
  decipher.final();
  return content;
}
