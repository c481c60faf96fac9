import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { holdRows } from '../support/row-locks.ts';
import { createUser } from '../support/users.ts';
import { rawCall } from './raw-call.ts';

/*
 * Attack: connections that close while their call waits for the database. Node reports a closed connection once: what is counted until
 * it closes must not begin after that.
 */
const { server, services } = await testApp();
await server.listen({ host: '127.0.0.1', port: 0 });
const { port } = server.server.address() as AddressInfo;

const sessionsHeld = 'LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE';

/** Sends requests one after the other, and closes the connection of each while it waits for a lock. */
async function cutWhileHeld(lock: string, requests: readonly string[]): Promise<void> {
  const held = await holdRows(services.db, lock);
  for (const [index, request] of requests.entries()) {
    const accepted = once(server.server, 'connection') as Promise<[Socket]>;
    const client = connect(port, '127.0.0.1');
    client.write(request);
    const [socket] = await accepted;
    await eventually(async () => (await held.waiting()) === index + 1);
    const closed = once(socket, 'close');
    client.destroy();
    // Of a connection whose body is not read yet the server hears nothing: it closes as by a time limit of the server.
    socket.destroy();
    await closed;
  }
  await held.release();
  await eventually(async () => (await held.waiting()) === 0);
}

const headOf = (line: string, cookie: string, ...more: string[]) =>
  `${[line, 'host: x', `cookie: ${cookie}`, ...more].join('\r\n')}\r\n\r\n`;

test('large bodies whose connections closed while their sessions were read keep no place of the next ones', async () => {
  const admin = await createUser(server, services, { role: 'admin' });
  const reseller = await createUser(server, services);
  const list = headOf(
    'POST /api/products/1/offers/1/codes HTTP/1.1',
    admin.cookie,
    'content-type: application/json',
    'content-length: 600000',
  );
  const photo = headOf(
    'PUT /api/recharge-requests/1/proof HTTP/1.1',
    reseller.cookie,
    'content-type: image/png',
    'content-length: 600000',
  );
  await cutWhileHeld(sessionsHeld, [list, list, photo]);
  // No response: the server waits for the body.
  for (const head of [list, photo])
    expect((await rawCall({ port, pieces: [head], untilResponse: true, giveUpAfter: 1_000 })).text).toBe('');
});

test('exports whose connections closed before their first row keep no place of the next ones', async () => {
  const admin = await createUser(server, services, { role: 'admin' });
  const head = headOf(
    'POST /api/exports/products HTTP/1.1',
    admin.cookie,
    'content-type: application/json',
    'content-length: 2',
  );
  await cutWhileHeld('LOCK TABLE audit_trail IN EXCLUSIVE MODE', [`${head}{}`, `${head}{}`]);
  // The places are free once both transactions are over, shortly after their locks.
  await eventually(async () => (await admin.post('/api/exports/products', {})).status === 200);
});

test('an event stream whose connection closed while its session was read is not opened', async () => {
  const reseller = await createUser(server, services);
  const open = vi.spyOn(services.streams, 'open');
  const head = headOf('GET /api/events HTTP/1.1', reseller.cookie);
  await cutWhileHeld(sessionsHeld, [head]);
  expect((await reseller.get('/api/session')).status).toBe(200);
  expect(open).not.toHaveBeenCalled();
  await rawCall({ port, pieces: [head], untilResponse: true });
  expect(open).toHaveBeenCalledOnce();
});
