import { expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

/** They compare moments of this device with each other, or need a number that is new. */
const ofDevice = [
  'web/src/features/notifications/device-notifications.ts',
  'web/src/features/products/form/draft.ts',
  'web/src/first-view.tsx',
  // Rendered by the server.
  'web/src/lib/server-clock.ts',
  // The time of the sign-out and the age of what is cached, for the worker of the same device.
  'web/src/platform/network/rate-limit.ts',
  'web/src/platform/network/session-signal.ts',
  'web/src/platform/network/user-activity.ts',
  'web/src/platform/offline/last-known.ts',
  'web/src/platform/release/new-version.ts',
  'web/src/platform/session/money-calls.ts',
  'web/src/platform/session/till.ts',
  'web/src/platform/session/unsaved.ts',
  'web/src/worker/last-known-responses.ts',
];

// Turned red by: the period « Aujourd'hui » and the ages of purchases, computed on a device whose clock was hours wrong.
test('a moment that the server gave is compared with the time by its clock: no other file of the web reads the one of the device', () => {
  const readers = sourceFiles(/^web\/src\/.*(?<!\.test)\.tsx?$/)
    .filter(({ text }) => /\bDate\.now\b|\bnew Date\(\)/.test(text))
    .map(({ path }) => path);
  expect(readers.sort()).toEqual(ofDevice);
});
