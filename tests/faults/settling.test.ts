import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { freshDatabase } from '../support/database.ts';
import { openUntilMidnight } from '../support/open-all-day.ts';
import { callServer, type RemoteResponse } from '../support/remote.ts';
import { remoteEnvironment, remoteShop } from '../support/remote-shop.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import type { TestUser } from '../support/users.ts';

/*
 * A money call and the call that settles its outcome (POST /api/outcomes/:key) at the same moment, through two server processes. Turned
 * red by: an outcome that only reads, or a sale that writes no key.
 */
const { url } = await freshDatabase();
await openUntilMidnight(url);
const rounds = process.env.LONG ? 2_000 : 100;
/** An account closes at most 300 unknown keys an hour (modules/outcomes/settle.ts), and each round settles up to three. */
const enoughBuyers = Math.max(8, Math.ceil((rounds * 3) / 250));
const shop = await remoteShop(url, { buyers: enoughBuyers, codes: rounds + 50 });
const { db, admin, buyers, productId, offerId } = shop;
let servers: ServerProcess[] = [];
beforeAll(async () => {
  await admin.patch('/api/free-fire/service', {
    isActive: true,
    maintenanceMode: false,
    startHour: 0,
    endHour: 23,
    workingDays: [0, 1, 2, 3, 4, 5, 6],
  });
  const env = remoteEnvironment(url);
  servers = await Promise.all([startServer(env), startServer(env)]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await shop.close();
});
const address = (index: number) => servers[index % 2]?.baseURL ?? '';
const count = async (text: string, ...values: unknown[]) =>
  (await db.query<{ count: number }>({ text: `SELECT count(*) FROM ${text}`, values })).rows[0]?.count;

interface Race {
  readonly buyer: TestUser;
  readonly key: string;
  readonly round: number;
  readonly path: string;
  readonly body: object;
}

/** Sends both calls with a lead of up to 4 ms, about the duration of a sale; in the first two rounds one after the other. */
async function race({ buyer, key, round, path, body }: Race): Promise<[RemoteResponse, RemoteResponse]> {
  const lead = ((round % 17) - 8) / 2;
  const later = (milliseconds: number) => (milliseconds > 0 ? pause(milliseconds) : undefined);
  const call = async () => {
    await later(-lead);
    return callServer(address(round), buyer, { method: 'POST', path, key, body });
  };
  const settle = async () => {
    await later(lead);
    return callServer(address(round + 1), buyer, { method: 'POST', path: `/api/outcomes/${key}` });
  };
  if (round === 0) return [await call(), await settle()];
  if (round === 1) {
    const settled = await settle();
    return [await call(), settled];
  }
  return Promise.all([call(), settle()]);
}

/** Expects that both responses agree. @returns whether the money call was executed */
function expectAgreement(made: RemoteResponse, settled: RemoteResponse): boolean {
  expect(settled.status).toBe(200);
  const executed = settled.body.outcome === 'executed';
  if (executed) expect(made.status).toBe(200);
  else expect([made.status, made.body.code]).toEqual([409, 'KEY_CLOSED']);
  return executed;
}

test('a purchase and the call that settles its key at the same moment agree on one outcome, whichever comes first', async () => {
  const body = { productId, offerId, quantity: 1 };
  const seen = new Set<boolean>();
  for (let round = 0; round < rounds; round += 1) {
    const buyer = buyers[round % buyers.length] as TestUser;
    const key = randomUUID();
    const [made, settled] = await race({ buyer, key, round, path: '/api/purchases', body });
    const executed = expectAgreement(made, settled);
    seen.add(executed);
    if (executed) expect(settled.body.purchase).toEqual(made.body);
    const sold = `idempotency_keys k JOIN purchases p ON p.id = (k.answer ->> 'purchaseId')::bigint WHERE k.key = $1`;
    expect(await count(sold, key)).toBe(executed ? 1 : 0);
    // Settling or repeating the call later, through either server, gives the same result.
    const again = await callServer(address(round), buyer, {
      method: 'POST',
      path: '/api/purchases',
      key,
      body,
    });
    expect([again.status, again.body]).toEqual([made.status, made.body]);
    const later = await callServer(address(round), buyer, { method: 'POST', path: `/api/outcomes/${key}` });
    expect(later.body.outcome).toBe(executed ? 'executed' : 'refused');
  }
  expect(seen).toEqual(new Set([true, false]));
  const codes = `codes WHERE offer_id = $1 AND status = 'sold'`;
  expect(await count(codes, offerId)).toBe(await count('purchases WHERE offer_id = $1', offerId));
  expect(await audit(db)).toEqual([]);
});

test('Free Fire requests and recharge requests settled at the moment they are sent end with one agreed outcome', async () => {
  const { items } = (await buyers[0]?.get('/api/free-fire/offers'))?.body ?? {};
  const topUp = { freeFireId: '12345678', offerId: items[0].id, amount: items[0].price };
  const seen = new Set<boolean>();
  for (let round = 0; round < rounds; round += 1) {
    const buyer = buyers[round % buyers.length] as TestUser;
    const key = randomUUID();
    const [made, settled] = await race({ buyer, key, round, path: '/api/free-fire/requests', body: topUp });
    const executed = expectAgreement(made, settled);
    seen.add(executed);
    if (executed) expect(settled.body.freeFireRequest).toEqual(made.body);
    const second = randomUUID();
    const recharge = { amount: 100, method: 'ccp' };
    const [requested, known] = await race({
      buyer,
      key: second,
      round,
      path: '/api/recharge-requests',
      body: recharge,
    });
    if (expectAgreement(requested, known)) {
      expect(known.body.rechargeRequest).toEqual(requested.body);
      await buyer.post(`/api/recharge-requests/${requested.body.id}/cancel`, {});
    }
  }
  expect(seen).toEqual(new Set([true, false]));
  const requests = `free_fire_requests`;
  const keys = `idempotency_keys WHERE operation = 'freefire_request'`;
  expect(await count(requests)).toBe(await count(keys));
  expect(await audit(db)).toEqual([]);
});
