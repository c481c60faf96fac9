import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { headlessShellOptions } from './scripts/lib/browser.mjs';
import { setTestClock } from './tests/support/test-clock.mjs';
import { testTimeout } from './tests/support/test-timeout.ts';
import { apiRoutes } from './web/build/api-routes.ts';
import { browserCommands } from './web/tests/browser-commands.ts';

setTestClock();

const units = [
  'contract/**/*.test.ts',
  'locale/**/*.test.ts',
  'server/**/*.test.ts',
  'web/src/**/*.test.ts',
  'scripts/**/*.test.mjs',
  'tests/{server,attacks,conventions,faults,mutations,operations}/**/*.test.ts',
];

/** Two workers left a fifth of two processors idle. */
const maxWorkers = Math.min(Math.ceil(availableParallelism() * 1.5), 6);

const screen = { width: 1280, height: 900 };

/** Every test but the journeys: units and the API on one PostgreSQL with a database per test file, and components in the browser. */
export default defineConfig({
  plugins: [apiRoutes()],
  test: {
    testTimeout,
    hookTimeout: testTimeout,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: units,
          globalSetup: ['tests/support/postgres.ts'],
          pool: 'forks',
          // Files share the modules they import, not a database: to import the server anew for each took a third of the run.
          isolate: false,
          maxWorkers,
          env: { TZ: 'Africa/Algiers' },
        },
      },
      {
        extends: true,
        // Found at the start: a dependency found later reloads the page in the middle of a test.
        optimizeDeps: {
          include: [
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-runtime',
            'react/jsx-dev-runtime',
            '@tanstack/react-query',
            '@tanstack/react-router',
            'lucide',
            'axe-core',
            'react-hook-form',
            '@hookform/resolvers/zod',
            '@tanstack/router-core',
            'zod',
            'papaparse',
            'hucre/xlsx',
            'uqr',
            '@observablehq/plot',
          ],
        },
        test: {
          name: 'components',
          // A page each, with storage of its own: their tests wait for pauses and animations most of the time.
          maxWorkers,
          // After the others, which have workers of their own.
          sequence: { groupOrder: 1 },
          include: ['web/src/**/*.test.tsx'],
          globalSetup: ['tests/support/install-browser.ts'],
          isolate: false,
          // What a test waits for has its own limit: a machine that is busy with something else takes ten times as long.
          expect: { poll: { timeout: 30_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: headlessShellOptions(),
              // A press that finds nothing to press says so then, not when its test hangs.
              actionTimeout: 120_000,
              // A larger page than its window would be scaled: points would not match.
              contextOptions: {
                locale: 'fr-FR',
                timezoneId: 'Africa/Algiers',
                hasTouch: true,
                viewport: screen,
              },
            }),
            instances: [{ browser: 'chromium' }],
            viewport: screen,
            commands: browserCommands,
          },
        },
      },
    ],
  },
});
