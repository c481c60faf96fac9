import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts with AES-256-GCM under a nonce drawn for it. `boundTo` names what the content belongs to (the associated data):
 * only the same text opens it. @returns nonce, encrypted content and tag
 */
export function sealBytes(key: Buffer, boundTo: string, content: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(boundTo));
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when the bytes, `boundTo` or the key are not those of `sealBytes` */
export function openBytes(key: Buffer, boundTo: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(sealed.subarray(-tagBytes));
  const content = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
  // Nothing is left to come in this mode; it throws when the tag is not the one of these bytes.
  decipher.final();
  return content;
}
