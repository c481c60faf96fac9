import { readFileSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const memory = '/dev/shm';
/** Bytes: what a whole run keeps at once, with room to spare. */
const needed = 8 * 1024 ** 3;

/**
 * A folder in memory for the databases, archives and backups of the tests, which write gigabytes and wait for the disk at each commit.
 * No test cuts the power: what PostgreSQL has written is there after kill -9 as well.
 * @returns undefined where there is none with enough room; the tests then use the usual folder
 */
export function folderInMemory() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    const mounts = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '));
    const options = mounts.findLast(([, folder]) => folder === memory)?.[3]?.split(',') ?? ['noexec'];
    // Some tests run programs that they have written.
    const isUsable = !options.includes('noexec') && Math.min(bavail * bsize, freemem()) > needed;
    return isUsable ? memory : undefined;
  } catch {
    return undefined;
  }
}
