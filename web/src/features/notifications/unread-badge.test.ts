import { expect, test } from 'vitest';
import { unreadBadge } from './unread-badge.ts';

test('the badge of unread notifications is absent for 0, shows the number up to 9, then 9+', () => {
  expect([0, 1, 9, 10, 50].map(unreadBadge)).toEqual([null, '1', '9', '9+', '9+']);
});
