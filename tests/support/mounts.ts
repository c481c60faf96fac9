import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Runs a command as root, or with passwordless sudo. */
function asRoot(...command: string[]): void {
  const [program = '', ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command];
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Mounts a file system in memory. */
export const mountMemory = (folder: string, megabytes: number): void =>
  asRoot('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'almas-test', folder);

/** Unmounts what is mounted at `folder`, if anything is. */
export function unmount(folder: string): void {
  const mounted = statSync(folder, { throwIfNoEntry: false })?.dev;
  if (mounted !== undefined && mounted !== statSync(dirname(folder)).dev) asRoot('umount', '-l', folder);
}
