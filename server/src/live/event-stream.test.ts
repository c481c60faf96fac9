import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { EventStream } from './event-stream.ts';

class SlowClient extends EventEmitter {
  writableLength = 0;
  received = '';
  state: 'open' | 'ended' | 'destroyed' = 'open';
  write(text: string) {
    this.received += text;
    this.writableLength += text.length;
  }
  end() {
    this.state = 'ended';
    this.emit('close');
  }
  destroy() {
    this.state = 'destroyed';
    this.emit('close');
  }
  read() {
    this.writableLength = 0;
    this.emit('drain');
  }
}

const stock = { type: 'stock', productId: 'x'.repeat(1_000) } as const;
const flooded = () => {
  const client = new SlowClient();
  let closed = 0;
  const stream = new EventStream(client, () => {
    closed += 1;
  });
  for (let n = 0; n < 10_000; n += 1) stream.send(stock);
  return { client, stream, closed: () => closed };
};

test('an event stream buffers a bounded amount for a client that does not read', () => {
  const { client } = flooded();
  expect(client.writableLength).toBeLessThan(270_000);
});

test('an event stream sends a refresh to a client that has caught up, and further events after it', () => {
  const { client, stream } = flooded();
  client.received = '';
  client.read();
  expect(client.received).toBe('event: refresh\ndata: {"type":"refresh"}\n\n');
  stream.send({ type: 'requests' });
  expect(client.received).toContain('event: requests');
});

test('an event stream closes a client that is behind at two heartbeats in a row, not at one', () => {
  const { client, stream, closed } = flooded();
  stream.heartbeat();
  client.read();
  stream.heartbeat();
  expect(client.state).toBe('open');
  for (let n = 0; n < 10_000; n += 1) stream.send(stock);
  stream.heartbeat();
  stream.heartbeat();
  expect(client.state).toBe('destroyed');
  expect(closed()).toBe(1);
});

test('an event stream writes nothing after its end', () => {
  const client = new SlowClient();
  const stream = new EventStream(client, () => {});
  stream.end({ type: 'session' });
  const { received } = client;
  stream.send({ type: 'refresh' });
  stream.heartbeat();
  stream.end({ type: 'session' });
  expect(client.received).toBe(received);
  expect(received).toMatch(/event: session\ndata: \{"type":"session"\}\n\n$/);
});
