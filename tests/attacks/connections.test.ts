import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { limitConnections } from '../../server/src/limits/connections.ts';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { rawCall } from './raw-call.ts';

/* Attack: connections that are held open or fed in drips, until the server has none left for other clients. */
const { server } = await testApp();
await server.listen({ host: '127.0.0.1', port: 0 });
const { port } = server.server.address() as AddressInfo;

// Turned red by: the times of a request looked at every 30 s only (52 to 63 s until the cut).
test('headers in drips and half a body are cut within 30 s', { timeout: 60_000 }, async () => {
  const drips = Array.from({ length: 60 }, (_, n) => `x-${n}: 1\r\n`);
  const [headers, body] = await Promise.all([
    rawCall({ port, pieces: ['GET /healthz HTTP/1.1\r\nhost: x\r\n', ...drips], everyMilliseconds: 900 }),
    rawCall({
      port,
      pieces: [
        'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n',
        ...Array.from({ length: 60 }, () => ' '),
      ],
      everyMilliseconds: 900,
    }),
  ]);
  for (const { status, milliseconds } of [headers, body]) {
    expect(status).toBe(408);
    expect(milliseconds).toBeLessThan(30_000);
  }
});

/** Opens connections from an address of this machine. @returns how many of them the server kept. */
async function keptOf(count: number, from: string, on: Server): Promise<number> {
  const { port: there } = on.address() as AddressInfo;
  const sockets: Socket[] = [];
  let closed = 0;
  for (let n = 0; n < count; n += 1) {
    const socket = connect({ port: there, host: '127.0.0.1', localAddress: from });
    socket.on('error', () => {});
    socket.on('close', () => {
      closed += 1;
    });
    sockets.push(socket);
  }
  const answered = sockets.map(
    (socket) =>
      new Promise<boolean>((resolve) => {
        socket.once('data', () => resolve(true));
        socket.once('close', () => resolve(false));
        socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      }),
  );
  const kept = (await Promise.all(answered)).filter(Boolean).length;
  for (const socket of sockets) socket.destroy();
  await eventually(() => closed === count);
  return kept;
}

// Turned red by: no limit; proxies counted; a closed connection not given back.
test('one address holds 20 connections of 50; others, proxies and this machine are not concerned', async () => {
  const limited = createServer((_request, response) => void response.end('ok'));
  limitConnections(limited, { perNetwork: 20, proxies: ['127.0.5.0/24', '127.0.6.1'] });
  await new Promise<void>((done) => void limited.listen(0, '127.0.0.1', done));
  afterAll(() => void limited.close());
  expect(await keptOf(50, '127.0.2.1', limited)).toBe(20);
  await eventually(async () => (await keptOf(20, '127.0.2.1', limited)) === 20);
  for (const from of ['127.0.5.9', '127.0.6.1', '127.0.0.1'])
    expect(await keptOf(50, from, limited)).toBe(50);
});
