import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase, publicDatabase } from '../../server/src/database/pool.ts';
import { hashPassword, passwordMatches } from '../../server/src/modules/accounts/passwords.ts';
import { secondServer, testApp } from '../support/app.ts';
import { servingDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { createProduct, importCodes, offerOf } from '../support/shop.ts';
import { createUser, password } from '../support/users.ts';

/* Attack: sign-ins and registrations from many networks, so that no database connection and no thread is left for the sales. */
const { server, services, url } = await testApp();

/** An advisory lock: while it is held, the first statement of a sign-in or a registration waits and occupies its connection. */
const lockId = 4_711;

/** A server whose public calls wait in the database, without a time limit, until `release` is called. */
async function serverWithWaitingCalls() {
  const timeouts = { connection: 0, statement: 0, query: 0 };
  const publicDb = openDatabase(url, { ...publicDatabase, timeouts });
  const query: Database['query'] = async (question) => {
    if (question.name === 'limits.count-networks')
      await publicDb.query({ text: `SELECT pg_advisory_xact_lock_shared(${lockId})` });
    return publicDb.query(question);
  };
  // One request at a time: the public calls do not count.
  const flooded = await secondServer(services.db, {
    config: { maxConcurrentRequests: 1 },
    services: { publicDb: { ...publicDb, query } },
  });
  const holder = await services.db.connect();
  await holder.query(`SELECT pg_advisory_lock(${lockId})`);
  const release = () => holder.query(`SELECT pg_advisory_unlock(${lockId})`);
  onTestFinished(async () => {
    await release();
    holder.release();
  });
  afterAll(() => publicDb.end());
  return { ...flooded, publicDb, release };
}

const signIn = (on: FastifyInstance, remoteAddress: string) =>
  on.inject({
    ...{ method: 'POST', url: '/api/login', remoteAddress },
    payload: { email: 'inconnu@exemple.dz', password: 'faux' },
  });

/** With an email that is in use: refused after the database, without computing a password. */
const register = (on: FastifyInstance, remoteAddress: string, email: string) =>
  on.inject({
    ...{ method: 'POST', url: '/api/register', remoteAddress },
    payload: { email, password, firstName: 'A', lastName: 'B', company: 'C', phone: '1' },
  });

test('10 sign-ins and 110 registrations from 120 networks use the four connections of public calls, and a purchase and /metrics do not wait for them', async () => {
  const flooded = await serverWithWaitingCalls();
  const buyer = await createUser(server, services, { balance: 1_000 });
  const admin = await createUser(server, services, { role: 'admin' });
  const product = await createProduct(admin);
  await importCodes(admin, product, 1);
  const flood = Array.from({ length: 120 }, async (_, n) => {
    const from = `41.${n}.0.1`;
    const response = n < 10 ? signIn(flooded.server, from) : register(flooded.server, from, buyer.email);
    return (await response).statusCode;
  });
  await eventually(() => flooded.publicDb.load().waiting === 116);
  expect(flooded.publicDb.load().busy).toBe(4);
  expect(servingDatabase(services.db).load()).toEqual({ busy: 0, waiting: 0 });
  const purchase = await flooded.server.inject({
    ...{ method: 'POST', url: '/api/purchases' },
    headers: { cookie: buyer.cookie, 'idempotency-key': 'past-the-flood' },
    payload: { productId: product.id, offerId: offerOf(product).id, quantity: 1 },
  });
  expect(purchase.statusCode).toBe(200);
  const metrics = await flooded.server.inject({ url: '/metrics', headers: { host: '127.0.0.1' } });
  expect(metrics.body).toContain('almas_ready 1');
  expect(flooded.publicDb.load().waiting).toBe(116);
  await flooded.release();
  expect(new Set(await Promise.all(flood))).toEqual(new Set([401, 409]));
});

test('460 registrations from one network leave a place for a sign-in from another, and some of them get 503', async () => {
  const flooded = await serverWithWaitingCalls();
  const { email } = await createUser(server, services);
  const statuses: number[] = [];
  const flood = Array.from({ length: 460 }, async (_, n) => {
    const { statusCode } = await register(flooded.server, `41.202.0.${n % 256}`, email);
    statuses.push(statusCode);
  });
  const other = signIn(flooded.server, '105.99.0.1');
  await eventually(() => statuses.length === 11);
  await flooded.release();
  expect((await other).statusCode).toBe(401);
  await Promise.all(flood);
  expect(new Set(statuses)).toEqual(new Set([409, 429, 503]));
});

test('passwords are computed while every thread that reads files is occupied', async () => {
  const hash = await hashPassword(password);
  const folder = await mkdtemp(join(tmpdir(), 'almas-threads-'));
  const pipes = Array.from({ length: 16 }, (_, n) => join(folder, String(n)));
  execFileSync('mkfifo', pipes);
  // Opening a pipe occupies a thread until its other end is opened: there are more pipes than threads.
  const readers = pipes.map((pipe) => open(pipe, 'r'));
  let opened = 0;
  for (const reader of readers) {
    void reader.then(() => {
      opened += 1;
    });
  }
  try {
    expect(await passwordMatches(hash, password)).toBe(true);
    expect(await passwordMatches(hash, 'faux')).toBe(false);
    expect(opened).toBe(0);
  } finally {
    const writers = pipes.map((pipe) => openSync(pipe, constants.O_RDWR));
    for (const reader of await Promise.all(readers)) await reader.close();
    writers.forEach(closeSync);
    await rm(folder, { recursive: true });
  }
});
