import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// The module records when it is loaded, and another test file of this worker may have loaded it minutes ago.
beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
});

const minute = 60_000;

// Turned red by: a difference that may be negative: an open screen then kept the session of an absent user alive until that time.
test.each([
  ['goes on', 6 * minute],
  ['is set back by an hour', -60 * minute],
  ['is set ahead by a month', 30 * 24 * 60 * minute],
])('a user who does nothing counts as absent when the clock of the device %s', async (_, passed) => {
  vi.useFakeTimers();
  const { isUserActive } = await import('./user-activity.ts');
  vi.advanceTimersByTime(4 * minute);
  expect(isUserActive()).toBe(true);
  vi.setSystemTime(Date.now() + passed);
  expect(isUserActive()).toBe(false);
});
