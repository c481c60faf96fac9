import { afterEach, describe, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { type Alert, onAlert } from '../../server/src/modules/alerts/raise-alert.ts';
import { secondServer, testApp } from '../support/app.ts';
import { openEventStream } from '../support/events.ts';
import { tableFingerprints } from '../support/table-fingerprints.ts';
import { createUser, type TestUser, userOn } from '../support/users.ts';

const noon = new Date('2026-03-02T11:00:00Z');
const clock = { now: noon };
const now = () => clock.now;
const { server, services, query } = await testApp({ services: { now } });
const admin = await createUser(server, services, { role: 'admin' });

afterEach(() => {
  clock.now = noon;
});

const order = { freeFireId: '12345678', offerId: 'ff_100_10', amount: 150 };
const requestTopUp = (user: TestUser, changes: object = {}, key?: string) =>
  user.post('/api/free-fire/requests', { ...order, ...changes }, key ? { 'idempotency-key': key } : {});
const count = async (text: string, ...values: unknown[]) => Number((await query(text, ...values))[0]?.count);
const requestsOf = (user: TestUser) =>
  count('SELECT count(*) FROM free_fire_requests WHERE user_id = $1', user.id);

describe('a request', () => {
  test('the response to a Free Fire request has success, id, status, new balance and debited amount [FFR-31]', async () => {
    const reseller = await createUser(server, services, { balance: 500 });
    const response = await requestTopUp(reseller, { userId: reseller.id });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      success: true,
      requestId: expect.stringMatching(/^\d+$/),
      status: 'pending',
      newBalance: 350,
      debitedAmount: 150,
    });
  });

  // Turned red by: a day that counts codes alone; one that counts what was given back.
  test('what a reseller asked for today and was not refused is part of its day, at what it cost [OWN-05]', async () => {
    const reseller = await createUser(server, services, { balance: 500 });
    const topUps = async () => (await reseller.get('/api/my-day')).body.topUps;
    expect(await topUps()).toEqual({ count: 0, amount: 0 });
    const { requestId } = (await requestTopUp(reseller)).body;
    await requestTopUp(reseller, { freeFireId: '87654321' });
    expect(await topUps()).toEqual({ count: 2, amount: 300 });
    expect(
      (await admin.post(`/api/free-fire/requests/${requestId}/refuse`, { note: 'Inconnu' })).status,
    ).toBe(200);
    expect(await topUps()).toEqual({ count: 1, amount: 150 });
  });

  test('a Free Fire request debits the price with a ledger entry, and writes transaction and request linked to each other [FFR-27][FFR-28][FFR-29][FFR-30][WAL-27]', async () => {
    const reseller = await createUser(server, services, { balance: 500 });
    const { requestId } = (await requestTopUp(reseller)).body;
    const request = (await query('SELECT * FROM free_fire_requests WHERE id = $1', requestId))[0];
    const transaction = (await query('SELECT * FROM transactions WHERE id = $1', request?.transaction_id))[0];
    expect(request).toMatchObject({
      user_id: reseller.id,
      status: 'pending',
      amount: 15_000,
      balance_before: 50_000,
      balance_after: 35_000,
      unified_transaction_id: request?.transaction_id,
    });
    expect(transaction).toMatchObject({
      user_id: reseller.id,
      type: 'freefire_request',
      status: 'pending',
      amount: 15_000,
      balance_before: 50_000,
      balance_after: 35_000,
      description: 'Recharge Free Fire 100 + 10 Diamants - ID 12345678',
      completed_at: null,
      free_fire: {
        playerId: '12345678',
        offerId: 'ff_100_10',
        offerName: '100 + 10 Diamants',
        diamondsValue: 110,
        requestId,
        unifiedTransactionId: String(request?.transaction_id),
      },
    });
    expect(
      (await query('SELECT * FROM ledger WHERE transaction_id = $1', request?.transaction_id))[0],
    ).toMatchObject({
      user_id: reseller.id,
      type: 'debit',
      amount: 15_000,
      related_transaction_id: Number(requestId),
      balance_before: 50_000,
      balance_after: 35_000,
      metadata: { source: 'freefire_request', validated: true },
    });
    expect((await query('SELECT balance FROM users WHERE id = $1', reseller.id))[0]).toEqual({
      balance: 35_000,
    });
  });

  test('a Free Fire request has every field of the specification, and the database refuses an unknown status [ENT-38][ENT-41]', async () => {
    const reseller = await createUser(server, services, {
      balance: 500,
      firstName: 'Lila',
      lastName: 'Kaci',
    });
    const { requestId } = (await requestTopUp(reseller)).body;
    const response = await reseller.get(`/api/free-fire/requests/${requestId}`);
    const { transactionId } = response.body;
    expect(response.body).toEqual({
      id: requestId,
      userId: reseller.id,
      playerId: '12345678',
      offer: { id: 'ff_100_10', name: '100 + 10 Diamants', value: 110, price: 150 },
      offerName: '100 + 10 Diamants',
      diamondsValue: 110,
      amount: 150,
      status: 'pending',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      validatedAt: null,
      refusedAt: null,
      resellerName: 'Lila Kaci',
      userEmail: reseller.email,
      note: null,
      balanceBefore: 500,
      balanceAfter: 350,
      imageUrl: null,
      processedBy: null,
      processedByName: null,
      transactionId: expect.stringMatching(/^\d+$/),
      unifiedTransactionId: transactionId,
    });
    await expect(
      query(`UPDATE free_fire_requests SET status = 'approved' WHERE id = ${requestId}`),
    ).rejects.toThrow(/check constraint/);
  });

  test('a Free Fire request keeps the offer as it was sold when its price changes later [ENT-40]', async () => {
    const reseller = await createUser(server, services, { balance: 5_000 });
    const { requestId } = (await requestTopUp(reseller, { offerId: 'ff_2180_218', amount: 3_000 })).body;
    await admin.patch('/api/free-fire/offers/ff_2180_218', { price: 3_100 });
    const { body } = await reseller.get(`/api/free-fire/requests/${requestId}`);
    expect(body).toMatchObject({
      amount: 3_000,
      offer: { name: '2180 + 218 Diamants', value: 2398, price: 3_000 },
    });
    await admin.patch('/api/free-fire/offers/ff_2180_218', { price: 3_000 });
  });

  test('a Free Fire request notifies the reseller and updates the screens of reseller and administrator', async () => {
    const reseller = await createUser(server, services, { balance: 500 });
    const own = await openEventStream(server, reseller.cookie);
    const office = await openEventStream(server, admin.cookie);
    await Promise.all([own.next('refresh'), office.next('refresh')]);
    const { requestId } = (await requestTopUp(reseller)).body;
    expect(await own.next('balance')).toEqual({ type: 'balance' });
    await own.next('notification');
    await own.next('requests');
    await office.next('requests');
    own.close();
    office.close();
    const { items } = (await reseller.get('/api/notifications')).body;
    expect(items[0]).toMatchObject({
      type: 'balance_debited',
      message: 'Votre solde a été débité de 150 DZD pour la demande Free Fire 100 + 10 Diamants',
      data: { amount: 150, requestId },
    });
  });

  test('a Free Fire request succeeds even when its notification cannot be written', async () => {
    const reseller = await createUser(server, services, { balance: 500 });
    await services.db.query({ text: 'ALTER TABLE notifications RENAME TO away' });
    const response = await requestTopUp(reseller);
    await services.db.query({ text: 'ALTER TABLE away RENAME TO notifications' });
    expect(response.body).toMatchObject({ success: true, newBalance: 350 });
  });

  test('a Free Fire request whose record cannot be written debits nothing, and succeeds later under the same key [FFR-25]', async () => {
    const reseller = await createUser(server, services, { balance: 500 });
    await query('ALTER TABLE free_fire_requests ADD CONSTRAINT none CHECK (id < 0) NOT VALID');
    const before = await tableFingerprints(services.db);
    const response = await requestTopUp(reseller, {}, 'tout-ou-rien');
    await services.db.query({ text: 'ALTER TABLE free_fire_requests DROP CONSTRAINT none' });
    expect(response.status).toBe(500);
    expect(await tableFingerprints(services.db)).toEqual(before);
    expect((await requestTopUp(reseller, {}, 'tout-ou-rien')).body.newBalance).toBe(350);
  });
});

describe('the player id', () => {
  test('the player id of a Free Fire request is trimmed before it is checked and stored [FFR-14]', async () => {
    const reseller = await createUser(server, services, { balance: 500 });
    const { requestId } = (await requestTopUp(reseller, { freeFireId: '  12345678\t' })).body;
    expect((await query('SELECT player_id FROM free_fire_requests WHERE id = $1', requestId))[0]).toEqual({
      player_id: '12345678',
    });
  });

  test('a Free Fire request with a player id of 8 or of 12 digits is accepted [LIM-17]', async () => {
    const reseller = await createUser(server, services, { balance: 500 });
    for (const freeFireId of ['12345678', '123456789012'])
      expect((await requestTopUp(reseller, { freeFireId })).status).toBe(200);
  });

  test.each(['1234567', '1234567890123', '1234567a', 'abcdefgh', '1234 5678', '١٢٣٤٥٦٧', '12345678\n9x'])(
    'a Free Fire request with the player id %j is refused with PLAYER_ID_INVALID [FFR-16][LIM-17]',
    async (freeFireId) => {
      const reseller = await createUser(server, services, { balance: 500 });
      const response = await requestTopUp(reseller, { freeFireId });
      expect(response.status).toBe(422);
      expect(response.body).toEqual({
        code: 'PLAYER_ID_INVALID',
        message: 'ID Free Fire doit contenir 8 à 12 chiffres',
      });
    },
  );

  test('a Free Fire request with a blank player id is refused with PLAYER_ID_REQUIRED [FFR-15]', async () => {
    const response = await requestTopUp(await createUser(server, services, { balance: 500 }), {
      freeFireId: '   ',
    });
    expect(response.body).toEqual({ code: 'PLAYER_ID_REQUIRED', message: 'ID joueur requis' });
  });
});

describe('a refused request', () => {
  test.each([
    { freeFireId: null },
    { offerId: null },
    { offerId: ' ' },
    { amount: null },
    { amount: '150' },
    { userId: '' },
    { userId: null },
  ])('an incomplete Free Fire request is refused with FREE_FIRE_INCOMPLETE: %j [FFR-17]', async (changes) => {
    const response = await requestTopUp(await createUser(server, services, { balance: 500 }), changes);
    expect(response.status).toBe(422);
    expect(response.body).toEqual({
      code: 'FREE_FIRE_INCOMPLETE',
      message: 'Données de demande incomplètes',
    });
  });

  test('a reseller cannot make a Free Fire request for another account', async () => {
    const [one, two] = [
      await createUser(server, services, { balance: 500 }),
      await createUser(server, services),
    ];
    expect((await requestTopUp(one, { userId: two.id })).status).toBe(403);
    expect(await requestsOf(one)).toBe(0);
  });

  test.each(['pending', 'inactive'] as const)(
    'a Free Fire request from a %s account is refused with 403 [FFR-20][PRM-05]',
    async (status) => {
      const response = await requestTopUp(await createUser(server, services, { status, balance: 500 }));
      expect(response.status).toBe(403);
      expect(response.body.message).toBe('Le compte doit être activé pour effectuer des demandes');
    },
  );

  test('a Free Fire request is refused while the service is offline', async () => {
    clock.now = new Date('2026-03-02T21:00:00Z');
    const response = await requestTopUp(await createUser(server, services, { balance: 500 }));
    expect(response.status).toBe(409);
    expect(response.body.message).toBe('Le service Free Fire est actuellement hors ligne');
  });

  test('a Free Fire request for an offer that does not exist is refused with 404 [FFR-21]', async () => {
    const response = await requestTopUp(await createUser(server, services, { balance: 500 }), {
      offerId: 'ff_0',
    });
    expect(response.status).toBe(404);
    expect(response.body.message).toBe('Offre non trouvée');
  });

  test('a Free Fire request for an inactive offer is refused as not available [FFR-22]', async () => {
    await query(`UPDATE free_fire_offers SET status = 'inactive' WHERE id = 'ff_100_10'`);
    const response = await requestTopUp(await createUser(server, services, { balance: 500 }));
    await services.db.query({ text: `UPDATE free_fire_offers SET status = 'active' WHERE id = 'ff_100_10'` });
    expect(response.body.message).toBe("Cette offre n'est pas disponible actuellement");
  });

  test.each([149.99, 150.01, 0, -150, 1e300])(
    'a Free Fire request at the amount %d is refused with PRICE_CHANGED when the price is 150',
    async (amount) => {
      const reseller = await createUser(server, services, { balance: 500 });
      const response = await requestTopUp(reseller, { amount });
      expect(response.status).toBe(409);
      expect(response.body).toMatchObject({ code: 'PRICE_CHANGED', price: 150 });
      expect((await query('SELECT balance FROM users WHERE id = $1', reseller.id))[0]).toEqual({
        balance: 50_000,
      });
      expect(response.body.message).toMatch(/^Le prix a changé : 150/);
    },
  );

  test('a Free Fire request that the balance does not cover is refused with balance and price, and debits nothing [FFR-23][FFR-26]', async () => {
    const reseller = await createUser(server, services, { balance: 149.5 });
    const response = await requestTopUp(reseller);
    expect(response.status).toBe(409);
    expect(response.body).toEqual({
      code: 'FREE_FIRE_BALANCE_SHORT',
      message: 'Solde insuffisant. Solde actuel: 149.5 DA, Prix: 150 DA',
      balance: 149.5,
      price: 150,
    });
    expect((await query('SELECT balance FROM users WHERE id = $1', reseller.id))[0]).toEqual({
      balance: 14_950,
    });
    expect(await requestsOf(reseller)).toBe(0);
  });

  test('a Free Fire request of an administrator is refused for the empty balance, not for the role [FFR-19]', async () => {
    expect((await requestTopUp(admin)).body.message).toBe(
      'Solde insuffisant. Solde actuel: 0 DA, Prix: 150 DA',
    );
  });

  test('a Free Fire request that the balance does not cover raises a payment alert with user, amount and message [FFR-32][NTF-17][ENT-46]', async () => {
    const reseller = await createUser(server, services);
    const alerts: Alert[] = [];
    const stop = onAlert((alert) => alerts.push(alert));
    const { message } = (await requestTopUp(reseller)).body;
    stop();
    expect(alerts).toEqual([
      {
        type: 'error',
        title: 'Erreur de paiement',
        message,
        priority: 'high',
        data: { userId: reseller.id, amount: 150 },
      },
    ]);
  });

  test('a Free Fire request that breaks several rules is refused with the code of the first one in their order', async () => {
    const poor = await createUser(server, services);
    const pending = await createUser(server, services, { status: 'pending' });
    clock.now = new Date('2026-03-02T21:00:00Z');
    const refusalCode = async (user: TestUser, changes: object) =>
      (await requestTopUp(user, changes)).body.code;
    expect(await refusalCode(pending, { amount: null, freeFireId: '' })).toBe('FREE_FIRE_INCOMPLETE');
    expect(await refusalCode(pending, { freeFireId: '1' })).toBe('PLAYER_ID_INVALID');
    expect(await refusalCode(pending, { offerId: 'ff_0' })).toBe('FREE_FIRE_ACCOUNT_NOT_ACTIVE');
    expect(await refusalCode(poor, { offerId: 'ff_0' })).toBe('FREE_FIRE_OFFLINE');
    clock.now = noon;
    expect(await refusalCode(poor, { offerId: 'ff_0', amount: 1 })).toBe('FREE_FIRE_OFFER_NOT_FOUND');
    expect(await refusalCode(poor, { amount: 1 })).toBe('PRICE_CHANGED');
    expect(await refusalCode(poor, {})).toBe('FREE_FIRE_BALANCE_SHORT');
  });
});

describe('the rate limit', () => {
  const limited = (attempts: number) =>
    secondServer(services.db, {
      services: { now },
      limits: { freefire_request: attempts },
    });

  test('a Free Fire request beyond the rate limit is refused with 429 and a Retry-After header, after all other rules [LIM-14][FFR-24]', async () => {
    const app = await limited(3);
    const reseller = userOn(app.server, await createUser(server, services, { balance: 1_000 }));
    for (let n = 1; n <= 3; n += 1) expect((await requestTopUp(reseller)).status).toBe(200);
    // The limit is the last rule: any other mistake is reported first.
    expect((await requestTopUp(reseller, { freeFireId: '1' })).body.code).toBe('PLAYER_ID_INVALID');
    expect((await requestTopUp(reseller, { offerId: 'ff_0' })).body.code).toBe('FREE_FIRE_OFFER_NOT_FOUND');
    expect((await requestTopUp(reseller, { amount: 149 })).body.code).toBe('PRICE_CHANGED');
    const expensive = { offerId: 'ff_2180_218', amount: 3_000 };
    expect((await requestTopUp(reseller, expensive)).body.code).toBe('FREE_FIRE_BALANCE_SHORT');
    const response = await requestTopUp(reseller);
    expect(response.status).toBe(429);
    expect(response.body.message).toBe(
      'Trop de demandes Free Fire. Veuillez patienter avant de faire une nouvelle demande.',
    );
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(3_500);
    expect(await requestsOf(reseller)).toBe(3);
    expect(
      (await requestTopUp(userOn(app.server, await createUser(server, services, { balance: 500 })))).status,
    ).toBe(200);
  });

  test('the rate limit of Free Fire requests counts refused attempts and no repeated key', async () => {
    const app = await limited(3);
    const reseller = userOn(app.server, await createUser(server, services, { balance: 500 }));
    const first = await requestTopUp(reseller, {}, 'une');
    for (let n = 0; n < 5; n += 1) expect((await requestTopUp(reseller, {}, 'une')).body).toEqual(first.body);
    expect((await requestTopUp(reseller, { amount: 1 })).status).toBe(409);
    expect((await requestTopUp(reseller, { offerId: 'ff_0' })).status).toBe(404);
    expect((await requestTopUp(reseller)).status).toBe(429);
    expect((await requestTopUp(reseller, {}, 'une')).body).toEqual(first.body);
  });

  test('the rate limit of Free Fire requests holds for concurrent attempts on two servers [LIM-14]', async () => {
    const apps = [await limited(5), await limited(5)];
    const user = await createUser(server, services, { balance: 10_000 });
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        requestTopUp(userOn((apps[n % 2] ?? apps[0])?.server ?? server, user)),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(35);
  });
});

describe('a repeated request', () => {
  test('a Free Fire request repeated under one key is made once, also concurrently on two servers and after closing time', async () => {
    const other = await secondServer(services.db, { services: { now } });
    const reseller = await createUser(server, services, { balance: 1_000 });
    const there = userOn(other.server, reseller);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => requestTopUp(n % 2 ? reseller : there, {}, 'tape')),
    );
    clock.now = new Date('2026-03-02T21:00:00Z');
    responses.push(await requestTopUp(reseller, {}, 'tape'));
    for (const response of responses) expect(response.body).toEqual(responses[0]?.body);
    expect(responses[0]?.status).toBe(200);
    expect(await requestsOf(reseller)).toBe(1);
    expect(await count('SELECT count(*) FROM ledger WHERE user_id = $1', reseller.id)).toBe(2);
  });

  test('a Free Fire request under a used key with other input is refused with KEY_REUSED', async () => {
    const reseller = await createUser(server, services, { balance: 1_000 });
    await requestTopUp(reseller, {}, 'autre');
    expect((await requestTopUp(reseller, { freeFireId: '87654321' }, 'autre')).body.code).toBe('KEY_REUSED');
    expect(await requestsOf(reseller)).toBe(1);
  });

  test('without a key, 40 concurrent Free Fire requests for a balance that covers 3 make 3 and spend no more', async () => {
    const reseller = await createUser(server, services, { balance: 500 });
    const responses = await Promise.all(Array.from({ length: 40 }, () => requestTopUp(reseller)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await query('SELECT balance FROM users WHERE id = $1', reseller.id))[0]).toEqual({
      balance: 5_000,
    });
    expect(await requestsOf(reseller)).toBe(3);
  });
});

test('after Free Fire requests were made and refused, the audit finds no discrepancy', async () => {
  expect(await audit(services.db)).toEqual([]);
});
