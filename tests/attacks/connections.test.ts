import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { limitConnections } from '../../server/src/limits/connections.ts';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { rawCall } from './raw-call.ts';

/* Attack: connections that are held open, or on which data is sent slowly, until the server has none left for other clients. */
const { server } = await testApp();
await server.listen({ host: '127.0.0.1', port: 0 });
const { port } = server.server.address() as AddressInfo;

const host = 'host: x\r\n';
const json = `${host}content-type: application/json\r\n`;
/** What is sent first, what follows every 0.9 s for a minute, and the status of the response before the connection is cut. */
const slow: Readonly<Record<string, readonly [first: string, drip: string, status: number]>> = {
  'nothing at all': ['', '', 408],
  'half a line': ['GET /hea', '', 408],
  'empty lines': ['\r\n', '\r\n', 408],
  'slow headers': [`GET /healthz HTTP/1.1\r\n${host}`, 'x-a: 1\r\n', 408],
  'slow headers on a connection that was used': [
    `GET /healthz HTTP/1.1\r\n${host}\r\nGET /healthz HTTP/1.1\r\n${host}`,
    'x-a: 1\r\n',
    200,
  ],
  'a slow body': [`POST /api/login HTTP/1.1\r\n${json}content-length: 900\r\n\r\n`, ' ', 408],
  'a body in chunks of a byte': [
    `POST /api/login HTTP/1.1\r\n${json}transfer-encoding: chunked\r\n\r\n`,
    '1\r\n \r\n',
    408,
  ],
  'a chunk that never begins': [
    `POST /api/login HTTP/1.1\r\n${json}transfer-encoding: chunked\r\n\r\n1;`,
    'a',
    408,
  ],
  'slow trailers': [
    `POST /api/login HTTP/1.1\r\n${json}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n`,
    'x-a: 1\r\n',
    408,
  ],
  'a body that the server asked for and that never arrives': [
    `POST /api/login HTTP/1.1\r\n${json}expect: 100-continue\r\ncontent-length: 900\r\n\r\n`,
    '',
    100,
  ],
  'the body of a call without a session': [
    `POST /api/purchases HTTP/1.1\r\n${json}content-length: 900\r\n\r\n`,
    ' ',
    401,
  ],
  'the body of a path that does not exist': [
    `POST /nowhere HTTP/1.1\r\n${json}content-length: 900\r\n\r\n`,
    ' ',
    408,
  ],
  'a body of a GET request': [`GET /healthz HTTP/1.1\r\n${json}content-length: 900\r\n\r\n`, ' ', 200],
};

test('the server cuts a connection within 30 s when its client sends a request too slowly', async () => {
  const calls = Object.entries(slow).map(async ([name, [first, drip, status]]) => {
    const pieces = [first, ...Array.from({ length: 60 }, () => drip)];
    const call = await rawCall({ port, pieces, everyMilliseconds: 900, giveUpAfter: 50_000 });
    return [
      { name, status: call.status, isCut: call.milliseconds < 30_000 },
      { name, status, isCut: true },
    ];
  });
  for (const [seen, expected] of await Promise.all(calls)) expect(seen).toEqual(expected);
});

test('a connection that sends requests without waiting for the responses is closed after ten of them', async () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
  const flood = await rawCall({ port, pieces: [get('/readyz').repeat(2_000)], giveUpAfter: 10_000 });
  expect(flood.text.match(/HTTP\/1\.1 /g)?.length ?? 0).toBeLessThanOrEqual(10);
  expect(flood.milliseconds).toBeLessThan(10_000);
  const ten = await rawCall({
    port,
    pieces: [get('/healthz').repeat(9), get('/healthz').replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')],
  });
  expect(ten.text.match(/HTTP\/1\.1 200/g)).toHaveLength(10);
  // Requests one after the other have no such limit.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let n = 0; n < 30; n += 1) {
    const sent = request({ port, host: '127.0.0.1', path: '/healthz', agent }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect({ status: response.statusCode, reused: sent.reusedSocket }).toEqual({
      status: 200,
      reused: n > 0,
    });
    await once(response.resume(), 'end');
  }
  agent.destroy();
});

/** Opens connections from an address of this machine. @returns those that the server accepted */
async function openFrom(count: number, from: string, on: Server): Promise<Socket[]> {
  const { port: there } = on.address() as AddressInfo;
  const opened = Array.from({ length: count }, () => {
    const socket = connect({ port: there, host: '127.0.0.1', localAddress: from });
    socket.on('error', () => {});
    return new Promise<Socket | undefined>((resolve) => {
      socket.once('data', () => resolve(socket));
      socket.once('close', () => resolve(undefined));
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    });
  });
  return (await Promise.all(opened)).filter((socket) => socket !== undefined);
}

/** Closes connections, and waits until the server has only its others. */
async function closeAll(sockets: readonly Socket[], on: Server): Promise<void> {
  const open = () =>
    new Promise<number>((resolve) => on.getConnections((_error, connections) => resolve(connections)));
  const left = (await open()) - sockets.length;
  for (const socket of sockets) socket.destroy();
  await eventually(async () => (await open()) === left);
}

async function acceptedOf(count: number, from: string, on: Server): Promise<number> {
  const accepted = await openFrom(count, from, on);
  await closeAll(accepted, on);
  return accepted.length;
}

test('one network address can hold at most 20 connections; trusted proxies and this machine have no such limit', async () => {
  const limited = createServer((_request, response) => void response.end('ok'));
  limitConnections(limited, { perNetwork: 20, proxies: ['127.0.5.0/24', '127.0.6.1'] });
  await new Promise<void>((done) => void limited.listen(0, '127.0.0.1', done));
  afterAll(() => void limited.close());
  expect(await acceptedOf(50, '127.0.2.1', limited)).toBe(20);
  await eventually(async () => (await acceptedOf(20, '127.0.2.1', limited)) === 20);
  for (const from of ['127.0.5.9', '127.0.6.1', '127.0.0.1'])
    expect(await acceptedOf(50, from, limited)).toBe(50);
});

test('a network that closes 5 of its 20 connections opens 5 others, and no more', async () => {
  const limited = createServer((_request, response) => void response.end('ok'));
  limitConnections(limited, { perNetwork: 20, proxies: [] });
  await new Promise<void>((done) => void limited.listen(0, '127.0.0.1', done));
  afterAll(() => void limited.close());
  const first = await openFrom(20, '127.0.2.1', limited);
  await closeAll(first.slice(0, 5), limited);
  const others = await openFrom(20, '127.0.2.1', limited);
  expect(others).toHaveLength(5);
  await closeAll([...first.slice(5), ...others], limited);
});
