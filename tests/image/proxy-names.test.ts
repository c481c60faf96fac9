import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../server/src/database/embedded/port.ts';
import { eventually } from '../support/eventually.ts';
import { adaptedFile } from './support/images.ts';

/*
 * ops/haproxy.cfg as ops/compose.yaml uses it: the names of the servers come from a name server. Turned red by: servers
 * without `resolvers`, whose names are looked up once, when the proxy starts; a header
 * of the gateway that is deleted, so that all visitors have one address.
 */

/** Starts a name server that responds with the current address of a name, or that the name is unknown. @returns its port */
async function nameServer(addressOf: (name: string) => string | undefined): Promise<number> {
  const socket = createSocket('udp4');
  socket.on('message', (query, caller) => {
    const end = query.indexOf(0, 12);
    const name = query.toString('latin1', 13, end);
    const isIPv4 = query.readUInt16BE(end + 1) === 1;
    const address = addressOf(name);
    const records =
      address === undefined || !isIPv4
        ? []
        : [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)];
    const header = Buffer.from([0, 0, 0x81, address === undefined ? 0x83 : 0x80, 0, 1, 0, 0, 0, 0, 0, 0]);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(records.length > 0 ? 1 : 0, 6);
    socket.send(
      Buffer.concat([header, query.subarray(12, end + 5), Buffer.from(records)]),
      caller.port,
      caller.address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return socket.address().port;
}

test('the proxy finds a server whose name was unknown when it started, and follows it to another address', async () => {
  const port = await freePort();
  let known: string | undefined;
  const names = await nameServer((name) => (name === 'almas1' ? known : undefined));
  const front = await freePort();
  const file = adaptedFile('ops/haproxy.cfg', [
    ['parse-resolv-conf', `nameserver test 127.0.0.1:${names}`],
    ['bind :80\n', `bind 127.0.0.1:${front}\n`],
    ['bind 127.0.0.1:5000', `bind 127.0.0.1:${await freePort()}`],
    ['almas1:3000', `almas1:${port}`],
  ]);
  const proxy = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  onTestFinished(() => void proxy.kill());
  const throughProxy = async () => {
    const response = await fetch(`http://127.0.0.1:${front}/`).catch(() => undefined);
    return response && { status: response.status, address: await response.text() };
  };
  await eventually(async () => (await throughProxy())?.status === 503, { seconds: 20 });
  for (const address of ['127.0.0.1', '127.0.0.2']) {
    const server = createServer((_request, response) => response.end(address)).listen(port, address);
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    known = address;
    await eventually(async () => (await throughProxy())?.address === address, { seconds: 30, what: address });
    // Closed as a server that has moved: the proxy would keep its open connections to the former address as long as they work.
    server.close();
    server.closeAllConnections();
  }
});

test('behind a proxy of the machine that ends TLS the address of each caller stays, and no other caller chooses one', async () => {
  const [port, front] = [await freePort(), await freePort()];
  const gateway = '127.0.0.3';
  const file = adaptedFile('ops/haproxy.cfg', [
    ['bind :80\n', `bind 127.0.0.1:${front}\n`],
    ['bind 127.0.0.1:5000', `bind 127.0.0.1:${await freePort()}`],
    ['almas1:3000', `127.0.0.1:${port}`],
    ['172.30.77.1', gateway],
  ]);
  const server = createServer((call, response) => response.end(call.headers['x-forwarded-for']));
  server.listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const proxy = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  onTestFinished(() => void proxy.kill());
  const forwarded = async (localAddress: string) => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const sent = get({ host: '127.0.0.1', port: front, localAddress, agent: false, headers });
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, seen: await text(response) };
  };
  const isReady = async () => (await forwarded(gateway).catch(() => undefined))?.status === 200;
  await eventually(isReady, { what: 'the proxy serves' });
  expect((await forwarded(gateway)).seen).toBe(`203.0.113.9, ${gateway}`);
  expect((await forwarded('127.0.0.5')).seen).toBe('127.0.0.5');
});
