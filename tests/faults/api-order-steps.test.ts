import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { insertKey } from '../support/api-keys.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { killableServers } from '../support/killable-servers.ts';
import { remoteEnvironment, remoteShop } from '../support/remote-shop.ts';
import { holdRows } from '../support/row-locks.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { createUser, type TestUser } from '../support/users.ts';

/*
 * A server that is killed during an order of a program (docs/acceptance.md, API): the program sends the same reference again. Turned red
 * by: a reference that is written beside the sale.
 */
const { url } = await freshDatabase();
const shop = await remoteShop(url, { buyers: 0, codes: 100 });
const { db, services, server } = shop;
const environment = { ...remoteEnvironment(url), EXTENSIONS: 'reseller-api' };
afterAll(() => shop.close());
const start = killableServers(environment);
let survivor: ServerProcess;
beforeAll(async () => {
  survivor = await start();
});

interface Answer {
  readonly status: number;
  readonly body: string;
}
interface Scene {
  readonly user: TestUser;
  readonly key: string;
}
async function scene(): Promise<Scene> {
  const user = await createUser(server, services, { balance: 10_000 });
  return { user, key: await insertKey(services, user.id) };
}
/** Status 0: no answer. */
async function order(on: ServerProcess, { key }: Scene, reference: string): Promise<Answer> {
  try {
    const response = await fetch(`${on.baseURL}/api/v1/orders`, {
      method: 'POST',
      signal: AbortSignal.timeout(10_000),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reference, offerId: shop.offerId, quantity: 2, maxUnitPrice: 10 }),
    });
    return { status: response.status, body: await response.text() };
  } catch {
    return { status: 0, body: '' };
  }
}
const state = async ({ user }: Scene) =>
  (
    await db.query({
      text: `SELECT (SELECT balance FROM users WHERE id = $1) AS balance, (SELECT count(*) FROM purchases WHERE user_id = $1) AS purchases,
               (SELECT count(*) FROM codes WHERE sold_to = $1) AS codes, (SELECT count(*) FROM api_orders WHERE user_id = $1) AS orders`,
      values: [user.id],
    })
  ).rows[0];

const steps = {
  'its key is held': ['SELECT FROM api_keys WHERE user_id = $1 FOR UPDATE', ({ user }: Scene) => user.id],
  'its account is debited': ['SELECT FROM users WHERE id = $1 FOR UPDATE', ({ user }: Scene) => user.id],
  'the stock is lowered': ['SELECT FROM offer_stock WHERE offer_id = $1 FOR UPDATE', () => shop.offerId],
  'its reference is written': ['LOCK TABLE api_orders IN SHARE MODE', undefined],
} as const;

test.each(Object.keys(steps) as (keyof typeof steps)[])(
  'a server that is killed during an order, before %s, leaves nothing half done, and the same reference buys once [API-28]',
  async (step) => {
    const at = await scene();
    const [text, value] = steps[step];
    const victim = await start();
    const held = await holdRows(db, text, ...(value ? [value(at)] : []));
    const reference = randomUUID();
    const lost = order(victim, at, reference);
    await eventually(async () => (await held.waiting()) > 0, { what: `the order waits before ${step}` });
    await victim.kill();
    expect((await lost).status).toBe(0);
    await held.release({ rollback: true });
    await eventually(async () => (await held.waiting()) === 0, { what: 'the killed order has ended' });
    // The sale is one statement: the database ends it, all or nothing, when its server is gone.
    const left = await state(at);
    const whole = { balance: 998_000, purchases: 1, codes: 2, orders: 1 };
    expect([{ balance: 1_000_000, purchases: 0, codes: 0, orders: 0 }, whole]).toContainEqual(left);
    const first = await order(survivor, at, reference);
    // 201 when the killed order was rolled back, 200 when the database had ended it.
    expect([200, 201]).toContain(first.status);
    const after = await state(at);
    expect(after).toEqual(whole);
    expect(await order(survivor, at, reference)).toEqual({ status: 200, body: first.body });
    expect(await state(at)).toEqual(after);
    expect(await audit(db)).toEqual([]);
  },
);

test('of 32 calls with one reference on two servers, one of which is killed meanwhile and started again, one sells, and every answer has its codes [API-28]', async () => {
  const at = await scene();
  const reference = randomUUID();
  const victim = await start();
  // Every call waits for the account, so that the kill meets them all.
  const held = await holdRows(db, 'SELECT FROM users WHERE id = $1 FOR UPDATE', at.user.id);
  const calls = Array.from({ length: 32 }, (_, index) => order(index % 2 ? victim : survivor, at, reference));
  await eventually(async () => (await held.waiting()) > 1, { what: 'orders wait on both servers' });
  await victim.kill();
  await held.release();
  const answers = await Promise.all(calls);
  const again = await start();
  answers.push(await order(again, at, reference), await order(survivor, at, reference));
  const bodies = new Set(
    answers.filter(({ status }) => status === 200 || status === 201).map(({ body }) => body),
  );
  expect(bodies.size).toBe(1);
  expect(answers.filter(({ status }) => status === 0).length).toBeGreaterThan(0);
  expect(await state(at)).toMatchObject({ purchases: 1, codes: 2, orders: 1 });
  expect(await audit(db)).toEqual([]);
});
