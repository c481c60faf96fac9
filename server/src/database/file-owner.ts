import { chownSync, fchownSync, statSync } from 'node:fs';

/**
 * Gives a file, by its path or handle, to the owner of `like`, so that the account of PostgreSQL may read it. Only root runs PostgreSQL
 * as another account; to everybody else the service refuses the call, also for a file of the own account (ops/almas.service).
 */
export function giveToOwnerOf(file: string | number, like: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(like);
  if (typeof file === 'number') fchownSync(file, uid, gid);
  else chownSync(file, uid, gid);
}
