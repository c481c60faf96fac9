import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { onTestFinished, test } from 'vitest';
import { freePort } from '../../server/src/database/embedded/port.ts';
import { eventually } from '../support/eventually.ts';
import { adaptedFile } from './support/images.ts';

/*
 * ops/haproxy.cfg as ops/compose.yaml uses it: the names of the servers come from a name server. Turned red by: servers
 * without `resolvers`, whose names are looked up once, when the proxy starts.
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
