import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes renames and new files in this folder survive a crash of the machine. */
export function syncFolder(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
