import { defineConfig } from 'vitest/config';
import { setTestClock } from '../support/test-clock.mjs';

setTestClock();

/** The tests of the server on a copy of its sources with one mutation: no build, one process for all files (kept-worker.mjs). */
export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'tests/{server,attacks,faults}/**/*.test.ts'],
    globalSetup: ['tests/mutations/cluster.ts'],
    setupFiles: process.env.ALMAS_RECORD ? ['tests/mutations/record-execution.ts'] : [],
    isolate: false,
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    env: { TZ: 'Africa/Algiers' },
  },
});
