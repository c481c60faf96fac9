import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';

/** A proxy in front of a PostgreSQL that takes `options` out of the start of a connection, as a pooler does that is set to ignore them. */
export async function optionsDroppingProxy(target: string): Promise<{ readonly url: string; close(): void }> {
  const { hostname, port } = new URL(target);
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    let isStart = true;
    client.on('data', (bytes) => {
      database.write(isStart ? withoutOptions(bytes) : bytes);
      isStart = false;
    });
    database.on('data', (bytes) => client.write(bytes));
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const)
      one.on('close', () => other.destroy()).on('error', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = new URL(target);
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: address.href, close: () => server.close() };
}

/** The start of a connection: its length, the version of the protocol, then names and values that each end with a zero byte. */
function withoutOptions(start: Buffer): Buffer {
  const words = start.subarray(8, -1).toString('utf8').split('\0').slice(0, -1);
  const kept = words.filter((_, index) => words[index - (index % 2)] !== 'options');
  const body = Buffer.from(`${kept.map((word) => `${word}\0`).join('')}\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8, 0);
  start.copy(head, 4, 4, 8);
  return Buffer.concat([head, body]);
}
