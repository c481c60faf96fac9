import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announceSessionStart, sessionChangedSince } from './session-signal.ts';

const day = 86_400_000;
const now = Date.parse('2026-11-26T09:00:00.000Z');
const stored = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers({ now });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});
afterEach(() => {
  stored.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page that began to load before a sign-in in another tab uses none of the responses in it', () => {
  announceSessionStart('u1');
  expect(sessionChangedSince(now - 1_000)).toBe(true);
  expect(sessionChangedSince(now + 1_000)).toBe(false);
});

// Turned red by: a time in the future that counts: each page then discarded its first view and read its data again, for a month.
test('a sign-in while the clock was a month ahead no longer counts once the clock has been set', () => {
  vi.setSystemTime(now + 30 * day);
  announceSessionStart('u1');
  vi.setSystemTime(now);
  expect(sessionChangedSince(now - 1_000)).toBe(false);
});
