import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { smallDiskOf, temporaryFolder } from './cluster.ts';
import { mountMemory, unmount } from './mounts.ts';

/** A small file system that a test can fill. */
export interface SmallDisk {
  readonly folder: string;
  /** Fills it. */
  fill(): void;
  /** Frees the space that `fill` took. */
  free(): void;
  /** Unmounts it. */
  remove(): void;
}

/** Mounts a tmpfs, as root or with passwordless sudo. */
export function smallDisk(megabytes: number): SmallDisk {
  const parent = temporaryFolder('disk');
  const folder = smallDiskOf(parent);
  mkdirSync(folder);
  mountMemory(folder, megabytes);
  chmodSync(parent, 0o711);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => {
      const file = openSync(ballast, 'a');
      // Large blocks first, then the rest page by page.
      for (const size of [1_048_576, 65_536, 4_096]) {
        const part = Buffer.alloc(size);
        try {
          while (statfsSync(folder).bavail > 0) writeSync(file, part);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
      closeSync(file);
    },
    free: () => unlinkSync(ballast),
    remove: () => {
      unmount(folder);
      rmSync(parent, { recursive: true, force: true });
    },
  };
}
