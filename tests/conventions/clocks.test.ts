import { expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

/** They compare moments of this device with each other, or need a number that is new. */
const ofDevice = [
  'web/src/app/new-version.ts',
  'web/src/features/notifications/device-notifications.ts',
  'web/src/features/products/form/draft.ts',
  // Rendered by the server.
  'web/src/first-view.tsx',
  // The time of the sign-out and the age of what is cached, for the worker of the same device.
  'web/src/lib/last-known.ts',
  'web/src/lib/money-calls.ts',
  'web/src/lib/rate-limit.ts',
  'web/src/lib/server-clock.ts',
  'web/src/lib/session-signal.ts',
  'web/src/lib/unsaved.ts',
  'web/src/lib/user-activity.ts',
  'web/src/worker/last-known-responses.ts',
];

// Turned red by: the period « Aujourd'hui » and the ages of purchases, computed on a device whose clock was hours wrong.
test('a moment that the server gave is compared with the time by its clock: no other file of the web reads the one of the device', () => {
  const readers = sourceFiles(/^web\/src\/.*(?<!\.test)\.tsx?$/)
    .filter(({ text }) => /\bDate\.now\b|\bnew Date\(\)/.test(text))
    .map(({ path }) => path);
  expect(readers.sort()).toEqual(ofDevice);
});
