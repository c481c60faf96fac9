import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { browserOptions, headlessShellOptions } from './scripts/lib/browser.mjs';
import { setTestClock } from './tests/support/test-clock.mjs';
import { testTimeout } from './tests/support/test-timeout.ts';

setTestClock();

/** What the headless shell does not have: notifications of the system. */
const browserOnly = /device-notifications/;

/** Journeys: a real browser on the built product. */
export default defineConfig({
  testDir: 'tests/journeys',
  projects: [
    { name: 'journeys', testIgnore: browserOnly },
    { name: 'browser', testMatch: browserOnly, use: { launchOptions: browserOptions() } },
  ],
  globalSetup: './tests/support/journeys.ts',
  outputDir: 'test-results/journeys',
  // A worker's browser, server and database keep half a processor busy; the rest of the time its tests wait for pauses and animations.
  workers: Math.min(availableParallelism() * 2, 8),
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: testTimeout,
  // What a test waits for has its own limit: a machine that is busy with something else takes ten times as long.
  expect: { timeout: 30_000 },
  reporter: [['line'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    // A press that finds nothing to press says so then, not when its test hangs.
    actionTimeout: 120_000,
    locale: 'fr-FR',
    timezoneId: 'Africa/Algiers',
    screenshot: 'only-on-failure',
    // Journeys about the offline shell allow it (weak-network): installing it costs each new page the whole product.
    serviceWorkers: 'block',
    // A trace costs a third of the run: `TRACE=1 npx playwright test FILE` to look into a failure.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: headlessShellOptions(),
  },
});
