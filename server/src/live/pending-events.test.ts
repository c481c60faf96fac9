import { describe, expect, test } from 'vitest';
import { PendingEvents } from './pending-events.ts';
import { batch, type RoutedEvent, readBatch } from './routed-event.ts';

const balance = (user: string): RoutedEvent => ({ audience: { user }, event: { type: 'balance' } });
const stock = (productId: string): RoutedEvent => ({
  audience: 'everyone',
  event: { type: 'stock', productId },
});

describe('pending events', () => {
  test('of the pending live events of one type, audience and subject one is kept', () => {
    const pending = new PendingEvents();
    for (const routed of [balance('a'), stock('p'), balance('b'), balance('a'), stock('p'), stock('q')])
      pending.add(routed);
    expect(pending.take()).toEqual([balance('a'), stock('p'), balance('b'), stock('q')]);
    expect(pending.isEmpty).toBe(true);
  });

  test('live events that are put back after a failure are sent before the newer ones, each once', () => {
    const pending = new PendingEvents();
    pending.add(balance('a'));
    pending.add(stock('p'));
    const taken = pending.take();
    pending.add(stock('q'));
    pending.add(balance('a'));
    pending.putBack(taken);
    expect(pending.take()).toEqual([balance('a'), stock('p'), stock('q')]);
  });

  test('pending live events beyond their bound become one refresh for everyone', () => {
    const pending = new PendingEvents(3);
    for (const name of ['a', 'b', 'c', 'd']) pending.add(stock(name));
    expect(pending.take()).toEqual([{ audience: 'everyone', event: { type: 'refresh' } }]);
  });
});

describe('payloads', () => {
  const many = Array.from({ length: 500 }, (_, n) => stock(`é${n}`));

  test('the payloads contain all live events and stay below the maximum size of one notification', () => {
    const payloads = batch(many);
    expect(payloads.length).toBeGreaterThan(1);
    for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
    expect(payloads.flatMap(readBatch)).toEqual(many);
  });

  test('the payloads of 50 live events are one, and those of none are none', () => {
    expect(batch(many.slice(0, 50))).toHaveLength(1);
    expect(batch([])).toEqual([]);
  });

  test('a payload that is not JSON contains no events', () => {
    expect(readBatch('not json')).toEqual([]);
  });
});
