import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** How long files of former builds are kept: a tab takes a new version at its next change of page. */
const keptMilliseconds = 7 * 86_400_000;

/** Keeps the hashed files of former builds in `former-assets/`: tabs that are open during a deployment load their own version. */
export function formerAssets(): Plugin {
  let assets = '';
  let kept = '';
  return {
    name: 'almas:former-assets',
    apply: 'build',
    configResolved: ({ root, build }) => {
      assets = join(root, build.outDir, 'assets');
      kept = join(root, build.outDir, '../former-assets');
    },
    // Runs before the build empties its output folder.
    buildStart: () => keepAssets(assets, kept, new Date()),
  };
}

/** Copies the files of the last build and deletes those that were kept for too long. */
export function keepAssets(assets: string, kept: string, now: Date): void {
  mkdirSync(kept, { recursive: true });
  for (const name of existsSync(assets) ? readdirSync(assets) : []) {
    copyFileSync(join(assets, name), join(kept, name));
    utimesSync(join(kept, name), now, now);
  }
  for (const name of readdirSync(kept)) {
    const age = now.getTime() - statSync(join(kept, name)).mtimeMs;
    if (age > keptMilliseconds) rmSync(join(kept, name));
  }
}
