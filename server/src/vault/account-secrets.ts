import { createHmac } from 'node:crypto';
import { openBytes, sealBytes } from './aes-gcm.ts';
import type { CodeVault } from './code-vault.ts';

type Deriving = Pick<CodeVault, 'derive'>;
const keyOf = (vault: Deriving) => vault.derive('account-secrets');

/** Encrypts a secret of an account, bound to the account: it cannot be decrypted for another one. */
export const sealSecret = (vault: Deriving, userId: string, secret: string): Buffer =>
  sealBytes(keyOf(vault), userId, Buffer.from(secret));

/** @throws Error when the bytes, the account or the key are not the ones it was encrypted with */
export const openSecret = (vault: Deriving, userId: string, sealed: Buffer): string =>
  openBytes(keyOf(vault), userId, sealed).toString('utf8');

/** Keyed hash of a short secret: without the key a stolen table cannot be searched by trying values. */
export const hashSecret = (vault: Deriving, userId: string, secret: string): Buffer =>
  createHmac('sha256', vault.derive('recovery-codes')).update(`${userId} ${secret}`).digest();
