import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Database } from '../../server/src/database/pool.ts';
import { hashPassword, passwordMatches } from '../../server/src/modules/accounts/passwords.ts';
import { secondServer, testApp } from '../support/app.ts';
import { servingDatabase } from '../support/database.ts';
import { createProduct, importCodes, offerOf } from '../support/shop.ts';
import { createUser, password } from '../support/users.ts';

/* Attack: sign-ins and registrations from many networks, so that no database connection and no thread is left for the sales. */
const { server, services } = await testApp();

/** An advisory lock: while it is held, the first statement of a sign-in or a registration waits and occupies its connection. */
const lockId = 4_711;

/** The database of a server that counts the statements that run at the same time. */
function countingDatabase(db: Database) {
  const counts = { running: 0, most: 0 };
  const query: Database['query'] = async (question) => {
    counts.running += 1;
    counts.most = Math.max(counts.most, counts.running);
    try {
      if (question.name === 'limits.count-networks')
        await db.query({ text: `SELECT pg_advisory_xact_lock_shared(${lockId})` });
      return await db.query(question);
    } finally {
      counts.running -= 1;
    }
  };
  return { counts, db: { ...db, query } };
}

// Turned red by: the statements of sign-ins without a queue (60 at the same time).
test('60 sign-ins and 60 registrations from 60 networks use 4 of the 10 connections, and a purchase does not wait for them', async () => {
  const { counts, db } = countingDatabase(servingDatabase(services.db));
  const flooded = await secondServer(services.db, { services: { db } });
  const buyer = await createUser(flooded.server, services, { balance: 1_000 });
  const admin = await createUser(server, services, { role: 'admin' });
  const product = await createProduct(admin);
  await importCodes(admin, product, 1);
  counts.most = 0;
  const holder = await services.db.connect();
  await holder.query(`SELECT pg_advisory_lock(${lockId})`);
  let open = 0;
  const flood = Array.from({ length: 120 }, async (_, n) => {
    open += 1;
    const email = `flood${n}@exemple.dz`;
    const registration = { email, password, firstName: 'A', lastName: 'B', company: 'C', phone: '1' };
    const { statusCode } = await flooded.server.inject({
      method: 'POST',
      url: n % 2 ? '/api/login' : '/api/register',
      remoteAddress: `41.102.0.${n >> 1}`,
      payload: n % 2 ? { email, password: 'faux' } : registration,
    });
    open -= 1;
    return statusCode;
  });
  try {
    const { status } = await buyer.post(
      '/api/purchases',
      { productId: product.id, offerId: offerOf(product).id, quantity: 1 },
      { 'idempotency-key': 'past-the-flood' },
    );
    expect(status).toBe(200);
    // Most of the flood is still waiting in the queue.
    expect(open).toBeGreaterThan(60);
  } finally {
    await holder.query(`SELECT pg_advisory_unlock(${lockId})`);
    holder.release();
  }
  const statuses = await Promise.all(flood);
  expect(new Set(statuses)).toEqual(new Set([200, 401, 503]));
  // Four statements of the flood, and one of the purchase.
  expect(counts.most).toBeLessThanOrEqual(5);
  expect(counts.most).toBeGreaterThanOrEqual(4);
});

// Turned red by: the asynchronous calls of the hashing library, which use the same thread pool.
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
