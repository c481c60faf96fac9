import { beforeEach, describe, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { rechargeRequestsStore } from '../../server/src/modules/recharge-requests/recharge-requests.store.ts';
import { secondServer, testApp } from '../support/app.ts';
import { call, createUser, type TestUser, userOn } from '../support/users.ts';

const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const path = '/api/recharge-requests';
const order = { amount: 500, method: 'ccp' };

const countOf = async (user: TestUser) =>
  (await query('SELECT count(*) FROM recharge_requests WHERE user_id = $1', user.id))[0]?.count;

let reseller: TestUser;
beforeEach(async () => {
  reseller = await createUser(server, services);
});

describe('a reseller requests a recharge', () => {
  test('a reseller’s recharge request is pending, has its history and moves no balance [RRQ-17][RRQ-18][ENT-31][ENT-33]', async () => {
    const response = await reseller.post(path, { ...order, notes: 'Reçu 12' });
    expect(response.status).toBe(200);
    const now = expect.any(String);
    expect(response.body).toEqual({
      id: expect.stringMatching(/^\d+$/),
      userId: reseller.id,
      userEmail: reseller.email,
      userName: 'Amine Benali',
      userCompany: 'Cyber Sétif',
      amount: 500,
      method: 'ccp',
      methodName: 'CCP',
      status: 'pending',
      phoneNumber: '0550123456',
      createdAt: now,
      updatedAt: now,
      processedAt: null,
      processedBy: null,
      notes: 'Reçu 12',
      resellerNote: 'Reçu 12',
      paymentProof: null,
      rejectionReason: null,
      transactionId: null,
    });
    const history = await reseller.get(`${path}/${response.body.id}/history`);
    expect(history.body.items).toEqual([
      {
        requestId: response.body.id,
        userId: reseller.id,
        action: 'created',
        amount: 500,
        method: 'ccp',
        adminId: null,
        timestamp: now,
        details: 'Reçu 12',
        transactionId: null,
      },
    ]);
    expect(await query('SELECT balance FROM users WHERE id = $1', reseller.id)).toEqual([{ balance: 0 }]);
  });

  test('a recharge request has the phone number that was sent with it, not the one of the profile (AMB-53) [ENT-31]', async () => {
    const { body } = await reseller.post(path, { ...order, phoneNumber: '0770111222' });
    expect(body.phoneNumber).toBe('0770111222');
    expect(await query('SELECT phone_number FROM recharge_requests WHERE id = $1', body.id)).toEqual([
      { phone_number: '0770111222' },
    ]);
  });

  test('a recharge request of 10 000.004 DA is rounded to 10 000 and accepted; one of 10 000.005 DA is above the limit', async () => {
    expect((await reseller.post(path, { ...order, amount: 10_000.004 })).body).toMatchObject({
      amount: 10_000,
      status: 'pending',
    });
    const response = await reseller.post(path, { ...order, amount: 10_000.005 });
    expect(response.body.message).toBe('Le montant ne peut pas dépasser 10 000€');
  });

  test('a recharge request for the account of an inactive administrator is refused for the role, not for the status', async () => {
    const other = await createUser(server, services, { role: 'admin', status: 'inactive' });
    const response = await reseller.post(path, { ...order, userId: other.id });
    expect(response.body.message).toBe('Seuls les revendeurs peuvent faire des demandes de recharge');
  });

  test('each of two active administrators is notified of a recharge request', async () => {
    const colleague = await createUser(server, services, { role: 'admin' });
    const { id } = (await reseller.post(path, order)).body;
    const reported = await query(
      `SELECT user_id FROM notifications WHERE type = 'recharge_request' AND data ->> 'requestId' = $1`,
      id,
    );
    await admin.post(`/api/users/${colleague.id}/deactivate`);
    expect(reported.map(({ user_id }) => user_id).sort()).toEqual([admin.id, colleague.id].sort());
  });

  test('a recharge request is accepted by one of exactly three methods, and refused by any other [RRQ-04][LIM-18]', async () => {
    for (const [method, methodName] of [
      ['ccp', 'CCP'],
      ['baridimob', 'BaridiMob'],
      ['bank_transfer', 'Virement bancaire'],
    ]) {
      expect((await reseller.post(path, { amount: 1, method })).body).toMatchObject({ method, methodName });
    }
    const other = await createUser(server, services);
    for (const method of ['paypal', 'CCP', 3, ['ccp'], {}]) {
      const response = await other.post(path, { amount: 1, method });
      expect(response.body).toMatchObject({ code: 'MISSING_PARAMETERS', message: 'Paramètres manquants' });
    }
    expect(await countOf(other)).toBe(0);
  });

  test('the amount of a recharge request is rounded to 2 decimals [RRQ-08]', async () => {
    const response = await reseller.post(path, { ...order, amount: 12.345 });
    expect(response.body.amount).toBe(12.35);
    expect(await query('SELECT amount FROM recharge_requests WHERE id = $1', response.body.id)).toEqual([
      { amount: 1_235 },
    ]);
  });

  test('an active administrator is notified of a recharge request with name and amount, an inactive one is not', async () => {
    const idle = await createUser(server, services, { role: 'admin', status: 'inactive' });
    const { id } = (await reseller.post(path, order)).body;
    const reported = await query(
      `SELECT user_id, message FROM notifications WHERE type = 'recharge_request' AND data ->> 'requestId' = $1`,
      id,
    );
    expect(reported).toEqual([
      { user_id: admin.id, message: 'Amine Benali demande une recharge de 500 DZD' },
    ]);
    expect(await query('SELECT FROM notifications WHERE user_id = $1', idle.id)).toEqual([]);
  });

  test('a recharge request is created even when no notification can be written', async () => {
    await query(
      `ALTER TABLE notifications ADD CONSTRAINT broken CHECK (type <> 'recharge_request') NOT VALID`,
    );
    const response = await reseller.post(path, order);
    await services.db.query({ text: 'ALTER TABLE notifications DROP CONSTRAINT broken' });
    expect(response.status).toBe(200);
    expect(await countOf(reseller)).toBe(1);
  });

  test('ten concurrent recharge requests with one key create one request; another input under the key is refused', async () => {
    const key = { 'idempotency-key': 'request-1' };
    const responses = await Promise.all(Array.from({ length: 10 }, () => reseller.post(path, order, key)));
    for (const response of responses) expect(response.body).toEqual(responses[0]?.body);
    expect(await countOf(reseller)).toBe(1);
    expect((await reseller.post(path, { ...order, amount: 1 }, key)).body.code).toBe('KEY_REUSED');
  });
});

describe('a request is refused', () => {
  const missing = 'Paramètres manquants';
  const notPositive = 'Le montant doit être supérieur à 0';
  test.each([
    ['a blank user', '[RRQ-01]', { ...order, userId: ' ' }, 422, missing],
    ['a null user', '[RRQ-01]', { ...order, userId: null }, 422, missing],
    ['no amount', '[RRQ-02]', { method: 'ccp' }, 422, missing],
    ['a null amount', '[RRQ-02]', { ...order, amount: null }, 422, missing],
    ['an empty amount', '[RRQ-02]', { ...order, amount: '' }, 422, missing],
    ['no method', '[RRQ-03]', { amount: 5 }, 422, missing],
    ['an empty method', '[RRQ-03]', { ...order, method: '' }, 422, missing],
    ['0', '[RRQ-09]', { ...order, amount: 0 }, 422, notPositive],
    ['a negative amount', '[RRQ-09]', { ...order, amount: -1 }, 422, notPositive],
    ['an amount that rounds to 0', '[RRQ-09]', { ...order, amount: 0.004 }, 422, notPositive],
    ['a text', '[RRQ-09]', { ...order, amount: '500' }, 422, notPositive],
    [
      'above 10 000',
      '[RRQ-10]',
      { ...order, amount: 10_000.01 },
      422,
      'Le montant ne peut pas dépasser 10 000€',
    ],
    ['far above', '[RRQ-10]', { ...order, amount: 1e308 }, 422, 'Le montant ne peut pas dépasser 10 000€'],
    [
      'another first status',
      '[RRQ-11]',
      { ...order, status: 'approved' },
      422,
      'Le statut initial doit être "pending"',
    ],
    ['an unknown user', '[RRQ-12]', { ...order, userId: 'personne' }, 404, 'Utilisateur introuvable'],
  ])('a recharge request is refused and not created: %s %s', async (_what, _rows, body, status, message) => {
    const response = await reseller.post(path, body);
    expect(response.status).toBe(status);
    expect(response.body.message).toBe(message);
    expect(await countOf(reseller)).toBe(0);
  });

  test('a recharge request by an administrator, or for the account of an administrator, is refused [RRQ-06][RRQ-07]', async () => {
    const response = await admin.post(path, order);
    expect(response.status).toBe(403);
    expect(response.body.message).toBe('Seuls les revendeurs peuvent créer des demandes de recharge');
    expect((await reseller.post(path, { ...order, userId: admin.id })).body.message).toBe(
      'Seuls les revendeurs peuvent faire des demandes de recharge',
    );
  });

  test('a recharge request from an account that is not active is refused [RRQ-13]', async () => {
    for (const status of ['pending', 'inactive'] as const) {
      const user = await createUser(server, services, { status });
      const response = await user.post(path, order);
      expect(response.status).toBe(403);
      expect(response.body.message).toBe('Compte non activé');
    }
  });

  test('a recharge request for another account is refused and not created [RRQ-16][PRM-06]', async () => {
    const other = await createUser(server, services);
    const response = await reseller.post(path, { ...order, userId: other.id });
    expect(response.status).toBe(403);
    expect(response.body.message).toBe('Vous ne pouvez créer des demandes que pour votre propre compte');
    expect(await countOf(other)).toBe(0);
  });

  test('a recharge request without a session is refused', async () => {
    const response = await call(server, { method: 'POST', url: path, payload: order });
    expect(response.body.message).toBe('Utilisateur non authentifié');
  });

  test('a recharge request is checked in the order of the specification, for any caller', async () => {
    const pending = await createUser(server, services, { status: 'pending' });
    const message = async (user: TestUser, body: object) => (await user.post(path, body)).body.message;
    expect(await message(admin, { amount: 0 })).toBe(missing);
    expect(await message(admin, { ...order, amount: 0 })).toMatch(/^Seuls les revendeurs peuvent créer/);
    expect(await message(pending, { ...order, amount: 0, status: 'x' })).toBe(notPositive);
    expect(await message(pending, { ...order, status: 'x' })).toMatch(/^Le statut initial/);
    expect(await message(reseller, { ...order, userId: pending.id })).toBe('Compte non activé');
  });
});

describe('how many and how often', () => {
  test('a recharge request of 10 000 DA passes, a third pending request passes, and a fourth is refused [RRQ-14][LIM-06][LIM-07]', async () => {
    expect((await reseller.post(path, { ...order, amount: 10_000 })).status).toBe(200);
    expect((await reseller.post(path, order)).status).toBe(200);
    const third = await reseller.post(path, order);
    expect(third.status).toBe(200);
    const fourth = await reseller.post(path, order);
    expect(fourth.status).toBe(409);
    expect(fourth.body.message).toBe(
      'Vous avez déjà 3 demandes en attente. Veuillez attendre leur traitement.',
    );
    await reseller.post(`${path}/${third.body.id}/cancel`);
    expect((await reseller.post(path, order)).status).toBe(200);
  });

  test('the check of pending recharge requests counts up to 5 of them [RRQ-15]', async () => {
    await query(
      `INSERT INTO recharge_requests (user_id, user_email, user_name, user_company, amount, method, method_name)
       SELECT $1, 'e', 'n', 'c', 100, 'ccp', 'CCP' FROM generate_series(1, 7)`,
      reseller.id,
    );
    expect(await rechargeRequestsStore.countPending.one(services.db, reseller.id)).toEqual({ count: 5 });
    expect((await reseller.post(path, order)).body.code).toBe('TOO_MANY_PENDING_REQUESTS');
  });

  test('ten concurrent recharge requests of a reseller leave exactly three', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => reseller.post(path, order)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await countOf(reseller)).toBe(3);
  });

  test('the sixth recharge request within the hour is refused on every server; refused attempts count, replays do not [LIM-08]', async () => {
    const limits = { recharge_request: 5 };
    const first = await secondServer(services.db, { limits });
    const second = await secondServer(services.db, { limits });
    const [one, two] = [userOn(first.server, reseller), userOn(second.server, reseller)];
    const key = { 'idempotency-key': 'limited' };
    expect((await one.post(path, order, key)).status).toBe(200);
    for (let i = 0; i < 5; i += 1) expect((await two.post(path, order, key)).status).toBe(200);
    expect((await two.post(path, order)).status).toBe(200);
    expect((await one.post(path, { ...order, amount: 0 })).status).toBe(422);
    expect((await two.post(path, { ...order, amount: 0 })).status).toBe(422);
    expect((await one.post(path, order)).status).toBe(200);
    const sixth = await two.post(path, order);
    expect(sixth.status).toBe(429);
    expect(sixth.body.message).toBe(
      'Trop de demandes de recharge. Veuillez patienter avant de faire une nouvelle demande.',
    );
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await two.post(path, { amount: 5 })).body.message).toBe('Paramètres manquants');
  });

  test('after recharge requests were created and refused, the audit finds no discrepancy', async () => {
    expect(await audit(services.db)).toEqual([]);
  });
});
