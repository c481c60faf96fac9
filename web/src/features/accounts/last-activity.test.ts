import { expect, test } from 'vitest';
import { lastActivity } from './last-activity.ts';

test('the last activity is the newest of the given dates, and null when there is none', () => {
  expect(lastActivity('2026-01-02T00:00:00Z', null, '2026-01-03T00:00:00Z', undefined)).toBe(
    '2026-01-03T00:00:00Z',
  );
  expect(lastActivity(null, undefined)).toBeNull();
});
