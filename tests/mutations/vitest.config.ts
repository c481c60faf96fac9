import { defineConfig } from 'vitest/config';

/** The tests of the server on a copy of its sources that holds one mutation: no build, modules read anew for each file. */
export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'tests/{server,attacks,faults}/**/*.test.ts'],
    globalSetup: ['tests/mutations/cluster.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    env: { TZ: 'Africa/Algiers' },
  },
});
