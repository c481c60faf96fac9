import { defineConfig } from 'vitest/config';

/** `npm run test:postgres`: one test file after the other, on databases of an older PostgreSQL. */
export default defineConfig({
  test: {
    include: ['tests/postgres/**/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    env: { TZ: 'Africa/Algiers' },
  },
});
