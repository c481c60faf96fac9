import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** A tab runs a version for 24 hours at most; one that slept longer is rare. */
const keptMilliseconds = 7 * 86_400_000;

/**
 * Keeps the hashed files of the builds before in `former-assets/`, beside `dist/`: tabs that are open during a deploy
 * still load the screens and dialogs of their own version (server/src/http/web-files.ts serves them).
 */
export function formerAssets(): Plugin {
  let assets = '';
  let kept = '';
  return {
    name: 'almas:former-assets',
    apply: 'build',
    configResolved: ({ root, build }) => {
      assets = join(root, build.outDir, 'assets');
      kept = join(root, 'former-assets');
    },
    // Before the build empties its folder.
    buildStart: () => keepAssets(assets, kept, new Date()),
  };
}

/** A file is kept from the last build that had it on. */
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
