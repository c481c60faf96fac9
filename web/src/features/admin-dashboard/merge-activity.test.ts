import type { User } from '@almas/contract/accounts';
import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { expect, test } from 'vitest';
import { mergeActivity } from './merge-activity.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const requests = (...minutes: number[]) =>
  minutes.map((minute) => ({ createdAt: at(minute) }) as RechargeRequest);
const users = (...minutes: number[]) => minutes.map((minute) => ({ createdAt: at(minute) }) as User);

test('the recent activity merges requests and new resellers, newest first', () => {
  const merged = mergeActivity(requests(1, 5), users(3, 9));
  expect(merged.map(({ kind, at: time }) => [kind, time])).toEqual([
    ['reseller', at(9)],
    ['request', at(5)],
    ['reseller', at(3)],
    ['request', at(1)],
  ]);
});

test('the recent activity has at most ten entries', () => {
  expect(mergeActivity(requests(1, 2, 3, 4, 5, 6, 7), users(1, 2, 3, 4, 5, 6, 7))).toHaveLength(10);
});
