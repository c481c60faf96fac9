import { describe, expect, test } from 'vitest';
import { Outbox } from './outbox.ts';
import { pack, type RoutedEvent, unpack } from './routed-event.ts';

const balance = (user: string, amount: number): RoutedEvent => ({
  audience: { user },
  event: { type: 'balance', balance: amount },
});
const stock = (productId: string): RoutedEvent => ({
  audience: 'everyone',
  event: { type: 'stock', productId },
});

describe('what waits to be sent', () => {
  test('the outbox of live events keeps the last event of each type and audience', () => {
    const outbox = new Outbox();
    for (const routed of [balance('a', 1), stock('p'), balance('b', 2), balance('a', 3), stock('p')])
      outbox.add(routed);
    expect(outbox.take()).toEqual([balance('a', 3), stock('p'), balance('b', 2)]);
    expect(outbox.isEmpty).toBe(true);
  });

  test('an event put back into the outbox after a failure does not replace a newer one', () => {
    const outbox = new Outbox();
    outbox.add(balance('a', 1));
    outbox.add(stock('p'));
    const taken = outbox.take();
    outbox.add(balance('a', 2));
    outbox.putBack(taken);
    expect(outbox.take()).toEqual([balance('a', 2), stock('p')]);
  });

  test('an outbox of live events beyond its bound sends one refresh to everyone instead', () => {
    const outbox = new Outbox(3);
    for (const name of ['a', 'b', 'c', 'd']) outbox.add(stock(name));
    expect(outbox.take()).toEqual([{ audience: 'everyone', event: { type: 'refresh' } }]);
  });
});

describe('payloads', () => {
  const many = Array.from({ length: 500 }, (_, n) => stock(`é${n}`));

  test('the payloads contain all live events and stay below the bytes that one notification takes', () => {
    const payloads = pack(many);
    expect(payloads.length).toBeGreaterThan(1);
    for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
    expect(payloads.flatMap(unpack)).toEqual(many);
  });

  test('the payloads of 50 live events are one, and those of none are none', () => {
    expect(pack(many.slice(0, 50))).toHaveLength(1);
    expect(pack([])).toEqual([]);
  });

  test('a payload that is not JSON contains no events', () => {
    expect(unpack('not json')).toEqual([]);
  });
});
