import { beforeAll, describe, expect, test } from 'vitest';
import { secondServer, testApp } from '../support/app.ts';
import { buy, createProduct, importCodes } from '../support/shop.ts';
import { createUser, type TestUser, userOn } from '../support/users.ts';

/*
 * Which calls are attempts of a limited command, by the decisions AMB-13 and AMB-73: every call that reaches the limiter,
 * the refused ones included, whichever rule refused them and wherever the limit stands among the rules. Recharge requests check the limit
 * first, Free Fire requests last; the same calls count.
 */
const { server, services, query } = await testApp();
const limit = 3;
const limited = await secondServer(services.db, {
  limits: { recharge_request: limit, freefire_request: limit },
  services: { now: () => new Date('2026-06-10T10:00:00Z') },
});
let offer: { id: string; price: number };

beforeAll(async () => {
  await createUser(server, services, { role: 'admin' });
  const reader = await createUser(server, services);
  offer = (await reader.get('/api/free-fire/offers')).body.items[0];
});

const commands = {
  recharge_request: {
    path: '/api/recharge-requests',
    valid: () => ({ amount: 500, method: 'ccp' }),
    other: () => ({ amount: 501, method: 'ccp' }),
    refused: () => ({ amount: 0, method: 'ccp' }),
    incomplete: () => ({ amount: 500 }),
  },
  freefire_request: {
    path: '/api/free-fire/requests',
    valid: () => ({ freeFireId: '12345678', offerId: offer.id, amount: offer.price }),
    other: () => ({ freeFireId: '12345679', offerId: offer.id, amount: offer.price }),
    refused: () => ({ freeFireId: '12345678', offerId: offer.id, amount: offer.price + 1 }),
    incomplete: () => ({ freeFireId: '12345678', amount: offer.price }),
  },
} as const;

describe.each(Object.entries(commands))(
  'an attempt at a %s',
  (action, { path, valid, other, refused, incomplete }) => {
    const caller = async (): Promise<TestUser> =>
      userOn(limited.server, await createUser(server, services, { balance: 100_000 }));
    const counted = async ({ id }: TestUser): Promise<number> => {
      const rows = await query<{ attempts: number }>(
        'SELECT attempts FROM rate_limits WHERE action = $1 AND subject = $2',
        action,
        id,
      );
      return rows[0]?.attempts ?? 0;
    };

    test('an attempt at a rate-limited command counts when it succeeds and when a rule refuses it', async () => {
      const user = await caller();
      expect((await user.post(path, valid())).status).toBe(200);
      expect(await counted(user)).toBe(1);
      expect((await user.post(path, refused())).status).toBeGreaterThanOrEqual(400);
      expect(await counted(user)).toBe(2);
    });

    test('an attempt that the rate limit itself refuses counts too, and the window does not move', async () => {
      const user = await caller();
      for (let i = 0; i < limit; i += 1) await user.post(path, refused());
      const first = await user.post(path, valid());
      expect(first.status).toBe(429);
      expect(await counted(user)).toBe(limit + 1);
      const second = await user.post(path, valid());
      expect(second.status).toBe(429);
      expect(await counted(user)).toBe(limit + 2);
      expect(Number(second.headers['retry-after'])).toBeLessThanOrEqual(Number(first.headers['retry-after']));
    });

    test('an attempt does not count when parameters are missing, or when its idempotency key is used again', async () => {
      const user = await caller();
      expect((await user.post(path, incomplete())).status).toBe(422);
      expect(await counted(user)).toBe(0);
      const key = { 'idempotency-key': `${action}-1` };
      const made = await user.post(path, valid(), key);
      expect(made.status).toBe(200);
      expect((await user.post(path, valid(), key)).body).toEqual(made.body);
      expect((await user.post(path, other(), key)).body.code).toBe('KEY_REUSED');
      expect(await counted(user)).toBe(1);
    });

    test('a limit that was reached while the clock was a year ahead is over once the clock is right', async () => {
      const user = await caller();
      await reachLimitAYearAhead(action, user);
      expect((await user.post(path, valid())).status).toBe(200);
      expect(await counted(user)).toBe(1);
    });
  },
);

/** The state that is left when an account reached a limit while the clock was ahead. */
const reachLimitAYearAhead = (action: string, { id }: TestUser) =>
  query(
    `INSERT INTO rate_limits (action, subject, attempts, window_ends)
           VALUES ($1, $2, 1000, clock_timestamp() + interval '1 year')`,
    action,
    id,
  );

test('a purchase limit that was reached while the clock was a year ahead is over, and shown as over, once the clock is right', async () => {
  const admin = await createUser(server, services, { role: 'admin' });
  const user = userOn(limited.server, await createUser(server, services, { balance: 1_000 }));
  const product = await createProduct(admin);
  await importCodes(admin, product, 1);
  await limited.services.db.query({
    text: 'UPDATE users SET purchases_per_hour = 20 WHERE id = $1',
    values: [user.id],
  });
  await reachLimitAYearAhead('purchase', user);
  expect((await user.get('/api/me/purchase-limit')).body).toMatchObject({ used: 0, until: null });
  expect((await buy(user, product)).status).toBe(200);
  expect((await user.get('/api/me/purchase-limit')).body).toMatchObject({ used: 1 });
});
