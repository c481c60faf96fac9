import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allowSlowBody, waitsForSlowBody } from './slow-bodies.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const slowBody = (complete = false) => {
  const socket = new EventEmitter() as Socket;
  const request = { socket, complete } as IncomingMessage;
  allowSlowBody(request);
  return { socket, request };
};

// Turned red by: a body that is waited for without end; a request that is cut after its body has arrived.
test('a body that is still incomplete after its further time is cut off', () => {
  const { socket } = slowBody();
  const cut = vi.fn();
  expect(waitsForSlowBody(socket, cut)).toBe(true);
  vi.advanceTimersByTime(243_000);
  expect(cut).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(cut).toHaveBeenCalledOnce();
});

test('a body that arrives in its further time is not cut off', () => {
  const { socket, request } = slowBody();
  const cut = vi.fn();
  expect(waitsForSlowBody(socket, cut)).toBe(true);
  request.complete = true;
  vi.advanceTimersByTime(244_000);
  expect(cut).not.toHaveBeenCalled();
});

test('a connection has no further time without a large body, or when its body has arrived already', () => {
  expect(waitsForSlowBody(new EventEmitter() as Socket, () => undefined)).toBe(false);
  expect(waitsForSlowBody(slowBody(true).socket, () => undefined)).toBe(false);
});
