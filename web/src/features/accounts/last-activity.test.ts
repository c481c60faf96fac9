import { expect, test } from 'vitest';
import { lastActivity } from './last-activity.ts';

test('the newest of all, nothing when nothing happened', () => {
  expect(lastActivity('2026-01-02T00:00:00Z', null, '2026-01-03T00:00:00Z', undefined)).toBe(
    '2026-01-03T00:00:00Z',
  );
  expect(lastActivity(null, undefined)).toBeNull();
});
