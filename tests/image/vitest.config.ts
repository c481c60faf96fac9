import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** scripts/test-image.mjs chooses it. A file that is run by itself writes nothing into the repository either. */
const folder = resolve(process.env.IMAGE_DIR ?? join(tmpdir(), 'almas-image'));
mkdirSync(folder, { recursive: true });

/** `npm run test:image`: one test file after the other, on images that the tests build. */
export default defineConfig({
  test: {
    include: ['tests/image/**/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 1_500_000,
    hookTimeout: 900_000,
    env: { TZ: 'Africa/Algiers', IMAGE_DIR: folder },
  },
});
