import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { freePort } from '../../server/src/database/embedded/port.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { testProxy } from '../support/proxy.ts';
import { random, seedOfRun } from '../support/random.ts';
import { callServer, type RemoteCall, type RemoteResponse } from '../support/remote.ts';
import { remoteEnvironment, remoteShop } from '../support/remote-shop.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import type { TestUser } from '../support/users.ts';

/*
 * P9: two servers are restarted one after the other under load behind a proxy that follows /readyz and repeats nothing: every call
 * succeeds. Turned red by: SHUTDOWN_DELAY_MS 0; /readyz that stays 200 during the shutdown; responses that keep their connection alive
 * meanwhile; the framework's own 503 while it closes (app.ts).
 */
const rounds = process.env.LONG ? 10 : 1;
const checkMilliseconds = 50;
const { url } = await freshDatabase();
const shop = await remoteShop(url, { codes: rounds * 10_000 });
const ports = [await freePort(), await freePort()] as const;
const start = (port: number) =>
  startServer({ ...remoteEnvironment(url), PORT: String(port), SHUTDOWN_DELAY_MS: '2000' });
const servers: ServerProcess[] = await Promise.all(ports.map(start));
const proxy = await testProxy(ports, { checkMilliseconds });

afterAll(async () => {
  proxy.close();
  await Promise.all(servers.map((server) => server.stop()));
  await shop.close();
});

/** Workers that send random reads, sales and recharges, each one call after the other. */
function steadyLoad(workers: number) {
  const seed = seedOfRun();
  const rng = random(seed);
  const failed: RemoteResponse[] = [];
  let [calls, stopped] = [0, false];
  const work = async () => {
    while (!stopped) {
      const buyer = rng.pick(shop.buyers);
      const call = rng.pick<readonly [{ cookie: string }, RemoteCall]>([
        [buyer, { method: 'GET', path: '/api/me' }],
        [buyer, { method: 'GET', path: '/api/products' }],
        [buyer, { method: 'POST', path: '/api/purchases', key: randomUUID(), body: sale }],
        [
          shop.admin,
          { method: 'POST', path: `/api/users/${buyer.id}/recharge`, key: randomUUID(), body: { amount: 5 } },
        ],
      ]);
      const response = await callServer(proxy.baseURL, ...call);
      calls += 1;
      if (response.status !== 200) failed.push(response);
      await pause(rng.between(5, 25));
    }
  };
  const sale = { productId: shop.productId, offerId: shop.offerId, quantity: 1 };
  const running = Array.from({ length: workers }, work);
  const stop = async () => {
    stopped = true;
    await Promise.all(running);
    return { seed, calls, failed };
  };
  return { stop, calls: () => calls };
}

/** Resolves when the stream of this server has ended. */
function openStream(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = get({
      host: '127.0.0.1',
      port,
      path: '/api/events',
      headers: { cookie: shop.admin.cookie },
      agent: false,
    });
    stream.on('error', reject);
    stream.on('response', (response) => response.resume().on('end', resolve));
  });
}

test('P9: a rolling restart of two servers under load fails no call', async () => {
  const load = steadyLoad(6);
  for (let turn = 0; turn < rounds * 2; turn += 1) {
    const position = turn % 2;
    const port = ports[position] as number;
    const stream = openStream(port);
    const before = load.calls();
    await eventually(() => load.calls() > before + 20);
    expect(await servers[position]?.stop()).toBe(0);
    await stream;
    servers[position] = await start(port);
    await eventually(() => proxy.ready() === 2);
  }
  const { seed, calls, failed } = await load.stop();
  process.stdout.write(`P9: SEED=${seed}, ${rounds * 2} restarts, ${calls} calls, ${failed.length} failed\n`);
  expect(proxy.failures).toEqual([]);
  expect(failed).toEqual([]);
  expect(await audit(shop.db)).toEqual([]);
});

test('P9: a server that stops reports it first, serves on, finishes running calls and ends its streams', async () => {
  const server = await startServer({ ...remoteEnvironment(url), SHUTDOWN_DELAY_MS: '3000' });
  const [buyer] = shop.buyers as [TestUser];
  const port = Number(new URL(server.baseURL).port);
  const stream = openStream(port);
  const content =
    'Idempotency-Key: rolling-restart\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"amount":5}';
  const recharge = head(`POST /api/users/${buyer.id}/recharge`, shop.admin.cookie) + content;
  const halfBody = await slowly(port, recharge, recharge.length - 6);
  const halfHead = await slowly(port, `${head('GET /api/me', buyer.cookie)}\r\n`, 30);
  const stopped = server.stop();
  expect(await untilUnready(server.baseURL)).toEqual({ status: 503, connection: 'close' });
  const me = await fetch(`${server.baseURL}/api/me`, { headers: { cookie: buyer.cookie } });
  expect([me.status, me.headers.get('connection')]).toEqual([200, 'close']);
  await stream;
  const checkHealth = () => callServer(server.baseURL, buyer, { method: 'GET', path: '/healthz' });
  await eventually(async () => (await checkHealth()).failure === 'ECONNREFUSED');
  expect(await halfBody.finish()).toMatch(/^HTTP\/1\.1 200 .*connection: close.*"success":true/is);
  expect(await halfHead.finish()).toMatch(/^HTTP\/1\.1 200 .*connection: close.*"balance":/is);
  expect(await stopped).toBe(0);
});

async function untilUnready(baseURL: string) {
  let seen = { status: 0, connection: '' as string | null };
  await eventually(async () => {
    const response = await fetch(`${baseURL}/readyz`);
    seen = { status: response.status, connection: response.headers.get('connection') };
    return !response.ok;
  });
  return seen;
}

/** Sends the first `sent` characters of a request; `finish` sends the rest. */
async function slowly(port: number, text: string, sent: number) {
  const socket = connect(port, '127.0.0.1');
  let response = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    response += part;
  });
  const ended = once(socket, 'close');
  socket.write(text.slice(0, sent));
  await eventually(() => socket.bytesWritten > 0 && socket.writableLength === 0);
  return {
    finish: async () => {
      socket.write(text.slice(sent));
      await ended;
      return response;
    },
  };
}

const head = (line: string, cookie: string) => `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n`;
