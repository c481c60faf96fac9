import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { setTestClock } from './tests/support/test-clock.mjs';
import { testTimeout } from './tests/support/test-timeout.ts';
import { apiRoutes } from './web/build/api-routes.ts';

setTestClock();

/** Every test but the browser's. One PostgreSQL per run, one database per test file (tests/support). */
export default defineConfig({
  plugins: [apiRoutes()],
  test: {
    include: [
      'contract/**/*.test.ts',
      'locale/**/*.test.ts',
      'server/**/*.test.ts',
      'web/src/**/*.test.ts',
      'scripts/**/*.test.mjs',
      'tests/{server,attacks,conventions,faults,mutations,operations}/**/*.test.ts',
    ],
    globalSetup: ['tests/support/postgres.ts'],
    pool: 'forks',
    // Files share the modules they import, not a database: to import the server anew for each took a third of the run.
    isolate: false,
    // Two workers left a fifth of two processors idle.
    maxWorkers: Math.min(Math.ceil(availableParallelism() * 1.5), 6),
    testTimeout,
    hookTimeout: testTimeout,
    env: { TZ: 'Africa/Algiers' },
  },
});
