import { errors } from '@almas/contract/errors';
import { expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { testApp } from '../support/app.ts';
import { newWorld, nextOperation } from '../support/model/index.ts';
import { dinars, type Expected, type Operation, type User, type World } from '../support/model/world.ts';
import { seedOfRun } from '../support/random.ts';
import { type ApiResponse, call, createUser } from '../support/users.ts';

/*
 * P2: random operations of every kind by several users get the responses of a simple model of the specification; at the end both have the
 * same balances, stocks and statuses, and the audit finds no discrepancy. A failure is repeated with SEED and STEPS.
 */
const steps = Number(process.env.STEPS ?? (process.env.LONG ? 100_000 : 2_000));
const seed = seedOfRun();
/** How many operations the model has that take effect. */
const effects = 21;
let world: World;
const { server, services, query } = await testApp({ services: { now: () => world.now } });

async function createUsers(): Promise<User[]> {
  const users: User[] = [];
  const roles = ['admin', 'admin', 'reseller', 'reseller', 'reseller', 'reseller'] as const;
  for (const [position, role] of roles.entries()) {
    const { id, email, cookie } = await createUser(server, services, { role });
    users.push({ name: `${role}${position}`, role, status: 'active', balance: 0, id, email, cookie });
  }
  return users;
}

async function freeFirePrices(cookie: string): Promise<Map<string, number>> {
  const { body } = await call(server, { method: 'GET', url: '/api/free-fire/offers' }, cookie);
  return new Map(
    body.items.map((offer: { id: string; price: number }) => [offer.id, Math.round(offer.price * 100)]),
  );
}

const send = ({ method, url, body, key, actor }: Operation): Promise<ApiResponse> =>
  call(
    server,
    { method, url, ...(body && { payload: body }), headers: key ? { 'idempotency-key': key } : {} },
    actor?.cookie,
  );

/** Expects the response that the model expects: status and code, or the fields that the model knows. */
function compare(expected: Expected, response: ApiResponse): void {
  if ('replayed' in expected) {
    expect({ status: response.status, body: response.body }).toEqual({
      status: 200,
      body: expected.replayed,
    });
  } else if ('refused' in expected) {
    const { refused: code, figures } = expected;
    expect({ status: response.status, ...response.body }).toMatchObject({
      status: errors[code].status,
      code,
      ...figures,
    });
  } else {
    expect({ status: response.status, code: response.body?.code }).toEqual({
      status: response.body === undefined ? 204 : 200,
      code: undefined,
    });
    expect(response.body ?? {}).toMatchObject(expected.done);
    expected.learn?.(response.body);
  }
}

/** The response to a registration also opens a session. */
function keepSession({ users }: World, { headers }: ApiResponse): void {
  const newcomer = users.at(-1);
  if (newcomer && newcomer.cookie === '') newcomer.cookie = String(headers['set-cookie']).split(';')[0] ?? '';
}

async function step(number: number): Promise<string> {
  const operation = nextOperation(world);
  const expected = operation.rule();
  const response = await send(operation);
  try {
    compare(expected, response);
  } catch (error) {
    const { name, actor, body, key, url } = operation;
    const what = JSON.stringify({ name, actor: actor?.name, status: actor?.status, url, body, key });
    throw new Error(`SEED=${seed} step ${number}: ${what}\n${(error as Error).message}`, { cause: error });
  }
  keepSession(world, response);
  if ('done' in expected && operation.key) world.replayable.push(operation);
  const outcome = 'refused' in expected ? expected.refused : 'replayed' in expected ? 'replayed' : 'done';
  return `${operation.name}: ${outcome}`;
}

async function sameState(): Promise<void> {
  const users = await query(
    `SELECT id, status, balance FROM users WHERE id = ANY ($1) ORDER BY id`,
    world.users.map(({ id }) => id),
  );
  const ours = world.users.map(({ id, status, balance }) => ({ id, status, balance }));
  expect(users).toEqual(ours.sort((a, b) => (a.id < b.id ? -1 : 1)));
  const { body } = await call(
    server,
    { method: 'GET', url: '/api/products?status=all' },
    world.users[0]?.cookie,
  );
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  const products = body.items.map((product: { id: string; status: string; offers: object[] }) => ({
    id: product.id,
    status: product.status,
    offers: product.offers,
  }));
  expect(products.sort(byId)).toMatchObject(
    world.products
      .map(({ id, status, offers }) => ({
        id,
        status,
        offers: offers.map(({ id, price, unsold }) => ({ id, price: dinars(price), stock: unsold.length })),
      }))
      .sort(byId),
  );
  for (const [table, requests] of [
    ['recharge_requests', world.rechargeRequests],
    ['free_fire_requests', world.freeFireRequests],
  ] as const) {
    const rows = await query(`SELECT r.id::text, r.status FROM ${table} r ORDER BY r.id`);
    expect(rows).toEqual(requests.map(({ id, status }) => ({ id, status })));
  }
}

test(`P2: ${steps} random operations get the responses of the model, and the audit finds no discrepancy`, async () => {
  const users = await createUsers();
  world = newWorld(seed, users, await freeFirePrices(users[0]?.cookie ?? ''));
  const outcomes: Record<string, number> = {};
  // Each operation takes effect at least once, so that the agreement means something: whatever the seed, it goes on until then.
  const done = () => Object.keys(outcomes).filter((name) => name.endsWith(': done')).length;
  const isComplete = () => steps < 2_000 || done() >= effects;
  for (let number = 1; number <= steps || (!isComplete() && number <= 10 * steps); number += 1) {
    const outcome = await step(number);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (number % 5_000 === 0) await sameState();
  }
  process.stdout.write(
    `P2: SEED=${seed}, ${steps} operations, ${Object.keys(outcomes).length} kinds of outcome\n`,
  );
  await sameState();
  expect(await audit(services.db)).toEqual([]);
  if (steps >= 2_000) expect(done()).toBe(effects);
});
