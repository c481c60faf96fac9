import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { embeddedTexts } from '@almas/locale/runtime';
import { StartupError } from '../../startup-error.ts';
import { replacePrivate } from './private-file.ts';

/** The passwords of the roles: the superuser, the serving role, the owner of the tables. */
export interface Access {
  postgres: string;
  almas: string;
  almas_owner: string;
}

/** The passwords of an existing cluster. @throws StartupError when the file is missing or damaged */
export function readAccess(file: string): Access {
  const access = existsSync(file) ? parse(readFileSync(file, 'utf8')) : undefined;
  if (access === undefined) throw new StartupError(embeddedTexts.accessLost(file));
  return access;
}

/** @returns undefined for a file that is cut off. A cluster of 1.0.0 has no owner yet. */
function parse(text: string): Access | undefined {
  try {
    const access = JSON.parse(text) as Partial<Access>;
    return access.postgres && access.almas ? (access as Access) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Generates new passwords for the serving role and the owner at each start, which invalidates a leaked one. The superuser's
 * stays: with it the next start can set the passwords when this one is killed before it has.
 * @throws StartupError when the file is missing or damaged
 */
export function renewAccess(file: string): Access {
  const access = { ...readAccess(file), almas: password(), almas_owner: password() };
  write(file, access);
  return access;
}

const password = () => randomBytes(24).toString('base64url');

/** Generates the passwords of a new cluster, and writes them to the disk before the cluster is created. */
export function createAccess(file: string): Access {
  const access = { postgres: password(), almas: password(), almas_owner: password() };
  write(file, access);
  return access;
}

const write = (file: string, access: Access): void => replacePrivate(file, JSON.stringify(access));
