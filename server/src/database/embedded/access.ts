import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { embeddedTexts } from '@almas/locale/runtime';
import { StartupError } from '../../startup-error.ts';

/** The passwords of the cluster's two roles: the superuser and the owner of the product's database. */
export interface Access {
  postgres: string;
  almas: string;
}

/** Reads the passwords of an existing cluster. */
export function readAccess(file: string): Access {
  if (!existsSync(file)) throw new StartupError(embeddedTexts.accessLost(file));
  return JSON.parse(readFileSync(file, 'utf8')) as Access;
}

/** Makes new passwords for a cluster about to be created; on disk before the cluster exists, so never lost. */
export function createAccess(file: string): Access {
  const password = () => randomBytes(24).toString('base64url');
  const access = { postgres: password(), almas: password() };
  const handle = openSync(file, 'w', 0o600);
  writeSync(handle, JSON.stringify(access));
  fsyncSync(handle);
  closeSync(handle);
  return access;
}
