import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { createProduct, importCodes, offerOf } from '../support/shop.ts';
import { createUser, giveBalance, type TestUser } from '../support/users.ts';

// 00:30 on 15 March in Algiers, still the 14th in UTC.
const { server, services, query } = await testApp({
  services: { now: () => new Date('2026-03-14T23:30:00Z') },
});

let admin: TestUser;
let reseller: TestUser;
beforeAll(async () => {
  admin = await createUser(server, services, { role: 'admin' });
  await createUser(server, services, { role: 'admin', status: 'inactive' });
  reseller = await createUser(server, services);
  await createUser(server, services, { status: 'pending' });
  await createUser(server, services, { status: 'pending' });
  await createUser(server, services, { status: 'inactive' });
});

test('the statistics count users by role and by status, all roles in each status [ENT-47]', async () => {
  const { users } = (await admin.get('/api/statistics')).body;
  expect(users).toEqual({ total: 6, admins: 2, resellers: 4, active: 2, pending: 2, inactive: 2 });
});

test('the statistics count and sum recharge requests exactly, beyond the latest 1000 [ENT-48][RWO-17]', async () => {
  await query(
    `INSERT INTO recharge_requests (user_id, user_email, user_name, user_company, amount, method, method_name, status, transaction_id)
     SELECT $1, 'e', 'n', 'c', 1001, 'ccp', 'CCP', s, CASE s WHEN 'approved' THEN 1000000 + i END
       FROM generate_series(1, 1500) i,
            LATERAL (SELECT CASE WHEN i <= 1100 THEN 'approved' WHEN i <= 1300 THEN 'rejected'
                                 WHEN i <= 1400 THEN 'cancelled' ELSE 'pending' END AS s) k`,
    reseller.id,
  );
  const { recharges } = (await admin.get('/api/statistics')).body;
  expect(recharges).toEqual({
    total: 1_500,
    pending: 100,
    approved: 1_100,
    rejected: 200,
    cancelled: 100,
    totalAmount: 11_011,
    pendingAmount: 1_001,
  });
});

test('the statistics count products, pending Free Fire requests and the administrator’s own unread notifications', async () => {
  await createProduct(admin, { name: 'A' });
  await createProduct(admin, { name: 'B', status: 'draft' });
  const gone = await createProduct(admin, { name: 'C' });
  await admin.delete(`/api/products/${gone.id}`);
  await query(
    `INSERT INTO free_fire_requests (user_id, player_id, offer, offer_name, diamonds_value, amount, status, reseller_name,
       user_email, balance_before, balance_after, transaction_id, unified_transaction_id)
     SELECT $1, '12345678', '{}', 'o', 1, 100, s, 'r', 'e', 100, 0, i, i
       FROM unnest(ARRAY['pending', 'pending', 'refused']) WITH ORDINALITY k (s, i)`,
    reseller.id,
  );
  await query(
    `INSERT INTO notifications (user_id, type, title, message, read, read_at)
     SELECT u, 'promotion', 't', 'm', r, CASE WHEN r THEN now() END
       FROM (VALUES ($1::uuid, false), ($1, false), ($1, true), ($2, false)) n (u, r)`,
    admin.id,
    reseller.id,
  );
  const { products, freeFire, unreadNotifications } = (await admin.get('/api/statistics')).body;
  expect({ products, freeFire, unreadNotifications }).toEqual({
    products: { total: 2, active: 1 },
    freeFire: { pending: 2 },
    unreadNotifications: 2,
  });
  await query('DELETE FROM free_fire_requests');
});

test('the activity is listed by day of Algiers, today last, with the best offers and those with the lowest stock', async () => {
  await giveBalance(services, reseller.id, 1_250);
  const [recharge] = (await admin.get('/api/transactions?type=recharge')).body.items;
  const mistake = { transactionId: recharge.id, amount: 250, description: 'Erreur' };
  expect((await admin.post(`/api/users/${reseller.id}/debit`, mistake)).status).toBe(200);
  const product = await createProduct(admin, { name: 'Cartes', offers: [{ price: 10 }, { price: 20 }] });
  await importCodes(admin, product, 12);
  await importCodes(admin, product, 5, offerOf(product, 1));
  const buy = (offer: number, quantity: number) =>
    reseller.post('/api/purchases', { productId: product.id, offerId: offerOf(product, offer).id, quantity });
  await buy(0, 3);
  await buy(1, 2);
  await query('ALTER TABLE purchases DISABLE TRIGGER purchases_append_only');
  // 00:10 and 23:59:59 of 14 March in Algiers; the recharge of 15 March.
  await query(`UPDATE purchases SET created_at = '2026-03-13T23:10:00Z' WHERE quantity = 3`);
  await query(`UPDATE purchases SET created_at = '2026-03-14T22:59:59Z' WHERE quantity = 2`);
  await query(`UPDATE transactions SET created_at = '2026-03-14T23:10:00Z'`);
  await query(
    `INSERT INTO free_fire_requests (user_id, player_id, offer, offer_name, diamonds_value, amount, status, reseller_name,
       user_email, balance_before, balance_after, transaction_id, unified_transaction_id, processed_at)
     SELECT $1, '12345678', '{}', 'o', 1, 15000, s, 'r', 'e', 15000, 0, i, i, '2026-03-14T12:00:00Z'
       FROM unnest(ARRAY['validated', 'refused']) WITH ORDINALITY k (s, i)`,
    reseller.id,
  );
  const activity = (await admin.get('/api/statistics/activity?days=7')).body;
  expect(activity.days.map(({ day }: { day: string }) => day)).toEqual([
    '2026-03-09',
    '2026-03-10',
    '2026-03-11',
    '2026-03-12',
    '2026-03-13',
    '2026-03-14',
    '2026-03-15',
  ]);
  expect(activity.days.slice(-3)).toEqual([
    { day: '2026-03-13', sales: 0, codes: 0, recharges: 0, freeFire: 0 },
    { day: '2026-03-14', sales: 70, codes: 5, recharges: 0, freeFire: 150 },
    { day: '2026-03-15', sales: 0, codes: 0, recharges: 1_000, freeFire: 0 },
  ]);
  // Red while the figures of the day had nothing to be compared with.
  const today = (await admin.get('/api/statistics/today')).body;
  expect(today).toMatchObject({ sales: 0, codes: 0, recharges: 1_000, freeFire: 0 });
  expect(today.days).toEqual(activity.days.map(({ codes: _, ...day }: { codes: number }) => day));
  expect(activity.bestOffers).toEqual([
    { offerId: offerOf(product, 1).id, productName: 'Cartes', offerName: 'Offre 2', codes: 2, amount: 40 },
    { offerId: offerOf(product).id, productName: 'Cartes', offerName: 'Offre 1', codes: 3, amount: 30 },
  ]);
  const low = activity.lowStock.filter(({ productId }: { productId: string }) => productId === product.id);
  expect(low).toEqual([
    expect.objectContaining({ offerName: 'Offre 2', stock: 3 }),
    expect.objectContaining({ offerName: 'Offre 1', stock: 9 }),
  ]);
});

test('the activity begins with the first moment of its first day, and with nothing before it', async () => {
  const at = async (moment: string) => {
    await query('UPDATE purchases SET created_at = $1', moment);
    await query('UPDATE transactions SET created_at = $1', moment);
    await query('UPDATE free_fire_requests SET processed_at = $1 WHERE processed_at IS NOT NULL', moment);
    const { days, bestOffers } = (await admin.get('/api/statistics/activity?days=7')).body;
    return [days[0], bestOffers.length];
  };
  expect(await at('2026-03-08T23:00:00Z')).toEqual([
    { day: '2026-03-09', sales: 70, codes: 5, recharges: 1_000, freeFire: 150 },
    2,
  ]);
  expect(await at('2026-03-08T22:59:59.999Z')).toEqual([
    { day: '2026-03-09', sales: 0, codes: 0, recharges: 0, freeFire: 0 },
    0,
  ]);
});

test('the statistics, the activity and the audit trail are refused to a reseller with 403', async () => {
  for (const url of ['/api/statistics', '/api/statistics/activity', '/api/audit-trail']) {
    expect((await reseller.get(url)).status).toBe(403);
  }
  expect((await admin.get('/api/statistics/activity?days=91')).status).toBe(422);
});
