import { openBytes, sealBytes } from './aes-gcm.ts';
import { deriveKey } from './derive-key.ts';

const wrappingKey = (secret: string) => deriveKey(secret, 'code-keys');
const boundTo = (id: number): string => `key:${id}`;

/** Encrypts a key with the master secret for the database, bound to its id. */
export const wrapKey = (secret: string, id: number, key: Buffer): Buffer =>
  sealBytes(wrappingKey(secret), boundTo(id), key);

/** @returns undefined when the secret is not the one the key was wrapped with. */
export function unwrapKey(secret: string, id: number, wrapped: Buffer): Buffer | undefined {
  try {
    return openBytes(wrappingKey(secret), boundTo(id), wrapped);
  } catch {
    return undefined;
  }
}
