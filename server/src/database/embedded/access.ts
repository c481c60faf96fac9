import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { embeddedTexts } from '@almas/locale/runtime';
import { StartupError } from '../../startup-error.ts';

/** The passwords of the cluster's roles: the superuser, the server's role, and the owner of the product's database. */
export interface Access {
  postgres: string;
  almas: string;
  almas_owner: string;
}

/** Reads the passwords of an existing cluster. */
export function readAccess(file: string): Access {
  if (!existsSync(file)) throw new StartupError(embeddedTexts.accessLost(file));
  const access = JSON.parse(readFileSync(file, 'utf8')) as Access;
  if (access.almas_owner) return access;
  // Made before there were two roles. Renamed into place: at every moment the file is whole.
  const complete = { ...access, almas_owner: password() };
  write(`${file}.new`, complete);
  renameSync(`${file}.new`, file);
  return complete;
}

const password = () => randomBytes(24).toString('base64url');

/** Makes new passwords for a cluster about to be created; on disk before the cluster exists, so never lost. */
export function createAccess(file: string): Access {
  const access = { postgres: password(), almas: password(), almas_owner: password() };
  write(file, access);
  return access;
}

function write(file: string, access: Access): void {
  const handle = openSync(file, 'w', 0o600);
  writeSync(handle, JSON.stringify(access));
  fsyncSync(handle);
  closeSync(handle);
}
