import { defineConfig } from 'vitest/config';

/** `npm run test:image`: one test file after the other, on images that the tests build. */
export default defineConfig({
  test: {
    include: ['tests/image/**/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 900_000,
    env: { TZ: 'Africa/Algiers' },
  },
});
