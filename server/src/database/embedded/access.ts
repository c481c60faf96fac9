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

/** Reads the passwords of an existing cluster. @throws StartupError when they are lost */
export function readAccess(file: string): Access {
  if (!existsSync(file)) throw new StartupError(embeddedTexts.accessLost(file));
  return JSON.parse(readFileSync(file, 'utf8')) as Access;
}

/**
 * New passwords for both roles of the product, at each start: one that was read once opens nothing for long. The start
 * sets them as the superuser, whose own stays, so that one killed before it has is begun again.
 * @throws StartupError when the ones before are lost
 */
export function renewAccess(file: string): Access {
  const access = { ...readAccess(file), almas: password(), almas_owner: password() };
  // Renamed into place: at every moment the file is whole.
  write(`${file}.new`, access);
  renameSync(`${file}.new`, file);
  return access;
}

const password = () => randomBytes(24).toString('base64url');

/** Makes the passwords of a cluster about to be created; on disk before the cluster exists, so never lost. */
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
