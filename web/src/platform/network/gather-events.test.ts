import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gatherEvents, namedGroups } from './gather-events.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function listening() {
  const received: (readonly string[])[] = [];
  return { received, events: gatherEvents((groups) => received.push(groups)) };
}

test('live events of one burst are gathered into one reading of each group', () => {
  const { received, events } = listening();
  for (let sale = 0; sale < 50; sale += 1) events.add({ type: 'stock', productId: String(sale) });
  events.add({ type: 'service-config' });
  vi.advanceTimersByTime(1_000);
  expect(received).toEqual([['products', 'freeFire']]);
});

// The figures of all debts are read when a debt has changed, not after each request of the day.
test('requests cause no reading of what is owed; debts and the cash of collectors do [CRE-32]', () => {
  const { received, events } = listening();
  events.add({ type: 'requests' });
  vi.advanceTimersByTime(1_000);
  expect(received.flat()).not.toContain('credit');
  events.add({ type: 'credit' });
  vi.advanceTimersByTime(1_000);
  expect(received[1]).toEqual(['credit']);
});

test('a refresh event reads every group again', () => {
  const { received, events } = listening();
  events.add({ type: 'refresh' });
  vi.advanceTimersByTime(1_000);
  expect(new Set(received.flat())).toEqual(new Set(Object.values(namedGroups).flat()));
});

test('a live event that this version does not know is ignored', () => {
  const { received, events } = listening();
  events.add({ type: 'later' } as never);
  vi.advanceTimersByTime(1_000);
  expect(received).toEqual([]);
});

test('live events cause no reading after the screen stopped listening', () => {
  const { received, events } = listening();
  events.add({ type: 'catalogue' });
  events.stop();
  vi.advanceTimersByTime(1_000);
  expect(received).toEqual([]);
});
