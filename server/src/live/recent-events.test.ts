import { expect, test } from 'vitest';
import { RecentEvents } from './recent-events.ts';

const recipient = { userId: 'nadia', administers: false };
const notification = { audience: { user: 'nadia' }, event: { type: 'notification' } } as const;
const stock = (productId: string) => ({ audience: 'everyone', event: { type: 'stock', productId } }) as const;

function started() {
  let moment = 0;
  const recent = new RecentEvents(() => moment);
  return { recent, at: (next: number) => (moment = next) };
}

test('the recent events are unknown before listening has begun, and for the time before it', () => {
  const { recent, at } = started();
  recent.add(notification);
  expect(recent.of(recipient, 0)).toBeUndefined();
  at(1_000);
  recent.begin();
  at(2_000);
  expect(recent.of(recipient, 999)).toEqual([]);
  expect(recent.of(recipient, 1_000)).toBeUndefined();
});

test('after an interruption of listening the recent events before it are unknown', () => {
  const { recent, at } = started();
  recent.begin();
  at(10);
  recent.add(notification);
  expect(recent.of(recipient, 9)).toEqual([{ type: 'notification' }]);
  at(20);
  recent.begin();
  at(21);
  expect(recent.of(recipient, 15)).toBeUndefined();
  expect(recent.of(recipient, 0)).toEqual([]);
});

test('the recent events are returned once each, for the requested time and the audience', () => {
  const { recent, at } = started();
  recent.begin();
  at(1);
  recent.add(stock('old'));
  at(100);
  for (const productId of ['a', 'b', 'a']) recent.add(stock(productId));
  recent.add({ audience: { role: 'admin' }, event: { type: 'requests' } });
  recent.add({ audience: { user: 'amine' }, event: { type: 'notification' } });
  expect(recent.of(recipient, 50)).toEqual([stock('a').event, stock('b').event]);
  expect(recent.of({ ...recipient, administers: true }, 50)).toContainEqual({ type: 'requests' });
  expect(recent.of(recipient, 99)).toHaveLength(3);
});

test('the recent events are kept for a minute and up to a bounded number', () => {
  const { recent, at } = started();
  recent.begin();
  at(1);
  recent.add(notification);
  at(60_001);
  recent.add(stock('a'));
  expect(recent.of(recipient, 60_000)).toEqual([notification.event, stock('a').event]);
  at(60_002);
  recent.add(stock('b'));
  expect(recent.of(recipient, 60_002)).toBeUndefined();
  expect(recent.of(recipient, 10)).toHaveLength(2);
  at(60_010);
  for (let sale = 0; sale < 5_000; sale += 1) recent.add(stock('c'));
  expect(recent.of(recipient, 10)).toBeUndefined();
});
