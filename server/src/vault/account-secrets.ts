import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { CodeVault } from './code-vault.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts a secret of an account; bound to the account, so that it opens for no other. */
export function sealSecret(vault: Pick<CodeVault, 'derive'>, userId: string, secret: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, vault.derive('account-secrets'), nonce).setAAD(
    Buffer.from(userId),
  );
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when the bytes, the account or the key are not the ones it was encrypted with */
export function openSecret(vault: Pick<CodeVault, 'derive'>, userId: string, sealed: Buffer): string {
  const decipher = createDecipheriv(
    algorithm,
    vault.derive('account-secrets'),
    sealed.subarray(0, nonceBytes),
  )
    .setAAD(Buffer.from(userId))
    .setAuthTag(sealed.subarray(-tagBytes));
  const opened = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
  decipher.final();
  return opened.toString('utf8');
}

/** Keyed hash of a short secret: a stolen table cannot be tried out without the key. */
export const hashSecret = (vault: Pick<CodeVault, 'derive'>, userId: string, secret: string): Buffer =>
  createHmac('sha256', vault.derive('recovery-codes')).update(`${userId} ${secret}`).digest();
