import { defineConfig } from '@playwright/test';
import { browserPath } from './scripts/lib/browser.mjs';

/** Journeys: a real browser on the built product. */
export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.test.ts',
  globalSetup: './tests/support/journeys.ts',
  outputDir: 'test-results/journeys',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // What a test waits for has its own limit, below. This one ends a test that hangs: looking at a screen for accessibility, in both
  // schemes, takes a busy machine ten seconds each time.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    locale: 'fr-FR',
    timezoneId: 'Africa/Algiers',
    screenshot: 'only-on-failure',
    // Journeys about the offline shell allow it (weak-network): installing it costs each new page the whole product.
    serviceWorkers: 'block',
    // A trace costs a third of the run: `TRACE=1 npx playwright test FILE` to look into a failure.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: browserPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
