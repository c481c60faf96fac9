import { defineConfig } from 'vitest/config';

/** `npm run test:cluster`: one test file after the other, each with the whole machine. */
export default defineConfig({
  test: {
    include: ['tests/cluster/**/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 480_000,
    hookTimeout: 300_000,
    env: { TZ: 'Africa/Algiers' },
  },
});
