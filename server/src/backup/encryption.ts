import { createHmac, type Hmac } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { backupTexts as texts } from '@almas/locale/operator';
import { configurationTexts } from '@almas/locale/runtime';
import { Decrypter, Encrypter } from 'age-encryption';
import { StartupError } from '../startup-error.ts';
import { deriveKey } from '../vault/derive-key.ts';

/** None of the master secrets opens the backup, or none has written it. */
export class WrongBackupKeyError extends StartupError {}

/** The keys that encrypt and authenticate a backup. */
export interface BackupKeys {
  /** Master secrets: the current one first, then those with which an older file may have been written. */
  readonly secrets: readonly string[];
  /** A public key (`age1…`), whose private key opens the file. Without it the master secret does. */
  readonly recipient?: string | undefined;
  /** The private key of the recipient (`AGE-SECRET-KEY-1…`), for a restore. */
  readonly identity?: string | undefined;
}

/** The scrypt work factor (log2). The passphrase is as strong as the master secret, so a higher one would only take time. */
const workFactor = 12;
const passphrase = (secret: string): string => deriveKey(secret, 'backup').export().toString('base64url');

/** The MAC of the content. It proves that the writer had the master secret; with the public key alone anyone could encrypt a file. */
export const contentMac = (secret: string): Hmac => createHmac('sha256', deriveKey(secret, 'backup-content'));

/** Encrypts a stream in the age format (https://age-encryption.org/v1). */
export async function encrypt(plain: Readable, { secrets, recipient }: BackupKeys): Promise<Readable> {
  const encrypter = new Encrypter();
  if (recipient !== undefined)
    orRefuse(() => encrypter.addRecipient(recipient), configurationTexts.backupRecipient(recipient));
  else {
    encrypter.setScryptWorkFactor(workFactor);
    encrypter.setPassphrase(passphrase(secrets[0] ?? ''));
  }
  const web = Readable.toWeb(plain) as unknown as globalThis.ReadableStream<Uint8Array>;
  return Readable.fromWeb((await encrypter.encrypt(web)) as unknown as ReadableStream);
}

/** The library's error about a mistyped key repeats that key, the private one as well. @throws StartupError */
function orRefuse(use: () => void, sentence: string): void {
  try {
    use();
  } catch {
    throw new StartupError(sentence);
  }
}

/** @throws StartupError when no key opens the file */
export async function decrypt(file: string, { secrets, identity }: BackupKeys): Promise<Readable> {
  const decrypter = new Decrypter();
  for (const secret of secrets) decrypter.addPassphrase(passphrase(secret));
  if (identity !== undefined)
    orRefuse(() => decrypter.addIdentity(identity), configurationTexts.backupIdentity);
  const source = createReadStream(file);
  try {
    const web = Readable.toWeb(source) as unknown as globalThis.ReadableStream<Uint8Array>;
    return Readable.fromWeb((await decrypter.decrypt(web)) as unknown as ReadableStream);
  } catch {
    source.destroy();
    const needsIdentity = identity === undefined && /\n-> X25519 /.test(beginningOf(file));
    throw needsIdentity
      ? new StartupError(texts.identityNeeded(file))
      : new WrongBackupKeyError(texts.wrongKey(file));
  }
}

/** Whether a file is in the age format. */
export const isEncrypted = (file: string): boolean => beginningOf(file).startsWith('age-encryption.org/');

/** The first lines of a file in the age format, which name the kinds of its keys. */
function beginningOf(file: string): string {
  const found = Buffer.alloc(100);
  const handle = openSync(file, 'r');
  try {
    return found.toString('latin1', 0, readSync(handle, found, 0, found.length, 0));
  } finally {
    closeSync(handle);
  }
}
