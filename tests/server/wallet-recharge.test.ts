import { describe, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { testApp } from '../support/app.ts';
import { call, createUser, giveBalance } from '../support/users.ts';

const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });

const recharge = (id: string, body: object, headers?: Record<string, string>) =>
  admin.post(`/api/users/${id}/recharge`, body, headers);

describe('a recharge by an administrator', () => {
  test('a recharge by an administrator writes balance, lastRecharge, transaction, credit entry and record [WAL-12][WAL-13][WAL-14][WAL-15][WAL-16][WAL-17][WAL-18][WAL-25][PRM-21][ENT-12][ENT-15]', async () => {
    const reseller = await createUser(server, services, { balance: 250 });
    const yesterday = `UPDATE users SET last_recharge = last_recharge - interval '1 day' WHERE id = $1 RETURNING last_recharge`;
    const [former] = await query(yesterday, reseller.id);
    const response = await recharge(reseller.id, { amount: 500, note: 'Espèces' });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ success: true, amount: 500, balanceBefore: 250, newBalance: 750 });
    const [user] = await query('SELECT balance, last_recharge FROM users WHERE id = $1', reseller.id);
    expect(user?.balance).toBe(75_000);
    expect(Date.parse(String(user?.last_recharge))).toBeGreaterThan(
      Date.parse(String(former?.last_recharge)),
    );
    const { transactionId } = response.body;
    expect(await query('SELECT * FROM transactions WHERE id = $1', transactionId)).toEqual([
      expect.objectContaining({
        user_id: reseller.id,
        type: 'recharge',
        status: 'completed',
        method: 'manual_admin',
        amount: 50_000,
        admin_id: admin.id,
        balance_before: 25_000,
        balance_after: 75_000,
        reason: 'Espèces',
        metadata: { adminEmail: admin.email, userEmail: reseller.email, ipAddress: null, userAgent: null },
      }),
    ]);
    expect(await query('SELECT * FROM ledger WHERE transaction_id = $1', transactionId)).toEqual([
      expect.objectContaining({
        user_id: reseller.id,
        type: 'credit',
        amount: 50_000,
        admin_id: admin.id,
        balance_before: 25_000,
        balance_after: 75_000,
        metadata: { source: 'admin_recharge', validated: true },
      }),
    ]);
    expect(
      await query('SELECT amount, note FROM recharges WHERE transaction_id = $1', transactionId),
    ).toEqual([{ amount: 50_000, note: 'Espèces' }]);
  });

  test('a recharge is rolled back completely when one of its writes fails [WAL-11]', async () => {
    const reseller = await createUser(server, services, { balance: 100 });
    await services.db.query({ text: 'ALTER TABLE recharges ADD CONSTRAINT broken CHECK (amount <> 12345)' });
    const response = await recharge(reseller.id, { amount: 123.45 });
    await services.db.query({ text: 'ALTER TABLE recharges DROP CONSTRAINT broken' });
    expect(response.status).toBe(500);
    expect(await query('SELECT balance FROM users WHERE id = $1', reseller.id)).toEqual([
      { balance: 10_000 },
    ]);
    for (const table of ['transactions', 'ledger', 'recharges']) {
      expect(await query(`SELECT count(*) FROM ${table} WHERE user_id = $1`, reseller.id)).toEqual([
        { count: 1 },
      ]);
    }
  });

  test('the amount of a recharge is rounded to 2 decimals, half up [WAL-05][LIM-05]', async () => {
    const reseller = await createUser(server, services);
    expect((await recharge(reseller.id, { amount: 1.005 })).body.newBalance).toBe(1.01);
    expect((await recharge(reseller.id, { amount: 2.344 })).body.newBalance).toBe(3.35);
    expect(await query('SELECT amount FROM ledger WHERE user_id = $1 ORDER BY id', reseller.id)).toEqual([
      { amount: 101 },
      { amount: 234 },
    ]);
  });

  test('a recharge without a note has the default reason [WAL-19]', async () => {
    const reseller = await createUser(server, services);
    const { transactionId } = (await recharge(reseller.id, { amount: 10, note: ' ' })).body;
    expect(await query('SELECT reason FROM transactions WHERE id = $1', transactionId)).toEqual([
      { reason: 'Recharge manuelle par admin' },
    ]);
  });

  test('a recharge is notified to the reseller and recorded in the audit trail', async () => {
    const reseller = await createUser(server, services);
    await recharge(reseller.id, { amount: 5_000 });
    expect(await query('SELECT type, message FROM notifications WHERE user_id = $1', reseller.id)).toEqual([
      { type: 'balance_credited', message: 'Votre solde a été crédité de 5000 DZD' },
    ]);
    expect(
      await query(
        'SELECT action, actor_id, before, after FROM audit_trail WHERE subject_id = $1',
        reseller.id,
      ),
    ).toEqual([
      {
        action: 'wallet.recharge',
        actor_id: admin.id,
        before: { balance: 0 },
        after: { balance: 5_000, amount: 5_000, note: '' },
      },
    ]);
  });

  test('ten concurrent recharges with one key get the same response and credit once; another input under the key is refused', async () => {
    const reseller = await createUser(server, services);
    const key = { 'idempotency-key': 'recharge-1' };
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => recharge(reseller.id, { amount: 100 }, key)),
    );
    for (const response of responses) {
      expect(response.status).toBe(200);
      expect(response.body).toEqual(responses[0]?.body);
    }
    const other = await recharge(reseller.id, { amount: 200 }, key);
    expect(other.status).toBe(409);
    expect(other.body.code).toBe('KEY_REUSED');
    expect(await query('SELECT balance FROM users WHERE id = $1', reseller.id)).toEqual([
      { balance: 10_000 },
    ]);
    // Turned red by: a recharge that is made again after it was taken back whole, and shown as the one before.
    const { transactionId } = responses[0]?.body ?? {};
    const debit = (amount: number) =>
      admin.post(`/api/users/${reseller.id}/debit`, { transactionId, amount });
    expect((await debit(40)).status).toBe(200);
    expect((await recharge(reseller.id, { amount: 100 }, key)).body).toEqual(responses[0]?.body);
    expect((await debit(60)).status).toBe(200);
    expect((await recharge(reseller.id, { amount: 100 }, key)).body.code).toBe('KEY_REUSED');
    expect(await query('SELECT balance FROM users WHERE id = $1', reseller.id)).toEqual([{ balance: 0 }]);
  });
});

describe('a recharge is refused', () => {
  test.each([
    ['a blank user', '[WAL-01]', ' ', { amount: 1 }, 422, 'ID utilisateur et admin requis'],
    ['a blank admin', '[WAL-02]', '', { amount: 1, adminId: '' }, 422, 'ID utilisateur et admin requis'],
    ['no amount', '[WAL-03]', '', {}, 422, 'Montant invalide - doit être un nombre positif'],
    ['0', '[WAL-03]', '', { amount: 0 }, 422, 'Montant invalide - doit être un nombre positif'],
    ['-5', '[WAL-03]', '', { amount: -5 }, 422, 'Montant invalide - doit être un nombre positif'],
    ['a text', '[WAL-03]', '', { amount: '100' }, 422, 'Montant invalide - doit être un nombre positif'],
    ['what rounds to 0', '', '', { amount: 0.004 }, 422, 'Montant invalide - doit être un nombre positif'],
    [
      '1,000,000.01',
      '[WAL-04]',
      '',
      { amount: 1_000_000.01 },
      422,
      'Montant trop élevé - maximum 1,000,000 DZD par recharge',
    ],
    ['an unknown user', '[WAL-06]', 'aucun', { amount: 1 }, 404, 'Utilisateur introuvable'],
  ])(
    'a recharge is refused and changes no balance: %s %s',
    async (_what, _rows, id, body, status, message) => {
      const reseller = await createUser(server, services);
      const response = await recharge(encodeURIComponent(id || reseller.id), body);
      expect(response.status).toBe(status);
      expect(response.body.message).toBe(message);
      expect(await query('SELECT balance FROM users WHERE id = $1', reseller.id)).toEqual([{ balance: 0 }]);
    },
  );

  test('a recharge for an administrator, an inactive account, or in another administrator’s name is refused [WAL-07][WAL-08]', async () => {
    const other = await createUser(server, services, { role: 'admin' });
    expect((await recharge(other.id, { amount: 1 })).body.message).toBe(
      'Seuls les revendeurs peuvent recevoir des recharges',
    );
    for (const status of ['pending', 'inactive'] as const) {
      const reseller = await createUser(server, services, { status });
      expect((await recharge(reseller.id, { amount: 1 })).body.message).toBe(
        'Le compte doit être activé pour recevoir des recharges',
      );
    }
    const reseller = await createUser(server, services);
    expect((await recharge(reseller.id, { amount: 1, adminId: other.id })).status).toBe(403);
  });

  test('a recharge by a reseller, for their own account or another, is refused and changes no balance [WAL-09][PRM-15][PRM-16]', async () => {
    const reseller = await createUser(server, services);
    const other = await createUser(server, services);
    for (const { id } of [reseller, other]) {
      const response = await reseller.post(`/api/users/${id}/recharge`, { amount: 100 });
      expect(response.status).toBe(403);
      expect(response.body.message).toBe('Seuls les administrateurs peuvent effectuer des recharges');
      expect(await query('SELECT balance FROM users WHERE id = $1', id)).toEqual([{ balance: 0 }]);
    }
    const withoutSession = await call(server, { method: 'POST', url: `/api/users/${reseller.id}/recharge` });
    expect(withoutSession.body.message).toBe('Utilisateur non authentifié');
  });

  test('a recharge of 1,000,000 DA up to a balance of 10,000,000 DA passes, and anything above either is refused [WAL-10][LIM-03][LIM-04]', async () => {
    const reseller = await createUser(server, services);
    for (let i = 0; i < 9; i += 1) await giveBalance(services, reseller.id, 1_000_000);
    const tooMuch = await recharge(reseller.id, { amount: 1_000_000.01 });
    expect(tooMuch.body.message).toBe('Montant trop élevé - maximum 1,000,000 DZD par recharge');
    expect((await recharge(reseller.id, { amount: 1_000_000 })).body.newBalance).toBe(10_000_000);
    const over = await recharge(reseller.id, { amount: 0.01 });
    expect(over.status).toBe(409);
    expect(over.body.message).toBe('Solde maximum atteint (10,000,000 DZD)');
  });

  test('after recharges were made and refused, the audit finds no discrepancy', async () => {
    expect(await audit(services.db)).toEqual([]);
  });
});
