import { describe, expect, test } from 'vitest';
import { type Alert, onAlert } from '../../server/src/modules/alerts/raise-alert.ts';
import { testApp } from '../support/app.ts';
import { createProduct, importCodes, offerOf, type ShopProduct } from '../support/shop.ts';
import { call, createUser, type TestUser } from '../support/users.ts';

/*
 * The one call whose session is looked up by its own statement (docs/decisions/0004): the refused callers and their messages must be those
 * of every other call.
 */
const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const product = await createProduct(admin, { offers: [{ price: 100 }] });
await importCodes(admin, product, 20);

const rich = () => createUser(server, services, { balance: 100_000 });
const order = (of: ShopProduct) => ({ productId: of.id, offerId: offerOf(of).id, quantity: 1 });
const outcome = async (user: TestUser, body: object = order(product), headers = {}) => {
  const response = await user.post('/api/purchases', body, headers);
  return [response.status, response.body.message ?? null];
};
const nothingOf = async ({ id }: TestUser) =>
  expect(
    await query(
      `SELECT (SELECT count(*) FROM ledger WHERE user_id = $1 AND type = 'debit') AS debits,
              (SELECT count(*) FROM rate_limits WHERE subject = $1::text AND action = 'purchase') AS attempts,
              (SELECT count(*) FROM idempotency_keys WHERE user_id = $1) AS keys`,
      id,
    ),
  ).toEqual([{ debits: 0, attempts: 0, keys: 0 }]);

const signedOut = [401, 'Utilisateur non authentifié'];

describe('a purchase is refused', () => {
  test.each([
    ['that is over', `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1`],
    ['that was ended', 'DELETE FROM sessions WHERE user_id = $1'],
    ['of a disabled account', 'UPDATE users SET disabled = true WHERE id = $1'],
  ])(
    'a purchase with a session %s gets 401 before any validation error and writes nothing',
    async (_, end) => {
      const buyer = await rich();
      await query(end, buyer.id);
      expect(await outcome(buyer)).toEqual(signedOut);
      expect(await outcome(buyer, {})).toEqual(signedOut);
      expect(await outcome(buyer, order(product), { 'idempotency-key': 'x'.repeat(500) })).toEqual(signedOut);
      expect(await outcome(buyer, { ...order(product), userId: admin.id })).toEqual(signedOut);
      await nothingOf(buyer);
    },
  );

  test('a purchase without a session or with a guessed one gets 401, with valid and with invalid input', async () => {
    for (const cookie of [undefined, `almas_session=${'A'.repeat(43)}`, 'almas_session=x']) {
      for (const payload of [order(product), {}]) {
        const response = await call(server, { method: 'POST', url: '/api/purchases', payload }, cookie);
        expect([response.status, response.body.message]).toEqual(signedOut);
      }
    }
  });

  test('a purchase is checked for its input first, then for the role and status of the account, then for its key', async () => {
    const waiting = await createUser(server, services, { status: 'pending', balance: 100_000 });
    const badKey = { 'idempotency-key': 'x'.repeat(500) };
    expect(await outcome(waiting, { ...order(product), quantity: 0 })).toEqual([
      422,
      'Quantité invalide (1-100)',
    ]);
    expect(await outcome(waiting, order(product), badKey)).toEqual([403, 'Compte non activé']);
    expect(await outcome(waiting)).toEqual([403, 'Compte non activé']);
    expect(await outcome(admin, order(product), badKey)).toEqual([
      403,
      'Seuls les revendeurs peuvent acheter',
    ]);
    await nothingOf(waiting);
    const buyer = await rich();
    expect((await outcome(buyer, order(product), badKey))[0]).toBe(422);
    await nothingOf(buyer);
  });

  test('a purchase refused for its session or its account status raises no payment alert; a balance too low does', async () => {
    const alerts: Alert[] = [];
    const stop = onAlert((alert) => alerts.push(alert));
    const gone = await rich();
    await query('DELETE FROM sessions WHERE user_id = $1', gone.id);
    await outcome(gone);
    await outcome(await createUser(server, services, { status: 'inactive' }));
    expect(alerts).toEqual([]);
    const poor = await createUser(server, services);
    await outcome(poor);
    stop();
    expect(alerts).toMatchObject([{ type: 'error', data: { userId: poor.id } }]);
  });
});

test('after a deactivation or a sign-out, the very next purchase of the reseller is refused', async () => {
  const buyer = await rich();
  expect((await outcome(buyer))[0]).toBe(200);
  await query(`UPDATE users SET status = 'inactive' WHERE id = $1`, buyer.id);
  expect(await outcome(buyer)).toEqual([403, 'Compte non activé']);
  await query(`UPDATE users SET status = 'active' WHERE id = $1`, buyer.id);
  expect((await outcome(buyer))[0]).toBe(200);
  await buyer.post('/api/logout');
  expect(await outcome(buyer)).toEqual(signedOut);
  expect(await query('SELECT count(*)::int AS n FROM purchases WHERE user_id = $1', buyer.id)).toEqual([
    { n: 2 },
  ]);
});
