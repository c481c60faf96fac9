import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { giveToOwnerOf } from '../file-owner.ts';
import { syncFolder } from '../sync-folder.ts';

const { O_WRONLY, O_CREAT, O_TRUNC, O_APPEND, O_NOFOLLOW } = constants;

/**
 * Opens a file for its owner alone, whatever the umask and the mode of one that is there. A link in its place is not followed: a server
 * that root starts would write a password into a file of another user. @returns the handle @throws ELOOP for a link
 */
export function openPrivate(path: string, how: 'replace' | 'append'): number {
  const flags = O_WRONLY | O_CREAT | O_NOFOLLOW | (how === 'append' ? O_APPEND : O_TRUNC);
  const handle = openSync(path, flags, 0o600);
  fchmodSync(handle, 0o600);
  return handle;
}

/** Writes such a file. It is on the disk when this returns. When root writes it, the owner of `like` owns it. */
export function writePrivate(path: string, text: string, like?: string): void {
  const handle = openPrivate(path, 'replace');
  try {
    writeSync(handle, text);
    if (like !== undefined) giveToOwnerOf(handle, like);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes such a file whole or not at all: a crash leaves the former content or the new one. */
export function replacePrivate(path: string, text: string, like?: string): void {
  const part = `${path}.part`;
  rmSync(part, { force: true });
  writePrivate(part, text, like);
  renameSync(part, path);
  syncFolder(dirname(path));
}
